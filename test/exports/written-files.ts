import { XMLParser } from 'fast-xml-parser';
import type { Booked } from '../../server/contract/booked.ts';
import type { ExportSettings } from '../../server/exports/target.ts';
import { targetNamed } from '../../server/exports/targets.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { ownCompany } from '../helpers/booked.ts';

export const settings: ExportSettings = { company: ownCompany, words: wordsIn('ro'), linePerRate: false };
export const write = (name: string, invoices: readonly Booked[], more: Partial<ExportSettings> = {}) =>
  targetNamed(name)!.write(invoices, { ...settings, ...more });

/** Reads SAGA's file. */
export const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === 'Linie' || name === 'Factura',
});

/** The sections of an INI file in Windows-1250. */
export function sectionsOf(bytes: Uint8Array): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  let current: Record<string, string> = {};
  for (const line of new TextDecoder('windows-1250').decode(bytes).split('\r\n')) {
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name !== undefined) {
      current = {};
      sections[name] = current;
    } else if (line !== '') current[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return sections;
}
