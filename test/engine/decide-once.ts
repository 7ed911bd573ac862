import { readFileSync } from 'node:fs';
import { readInvoice } from '../../server/engine/read-invoice.ts';
import { resource } from '../../server/resources.ts';

/** Reads the sample invoice and prints its extraction; run by a test under other time zones and locales. */
const bytes = readFileSync(resource('samples', 'invoice.pdf'));
const { extraction } = await readInvoice(bytes, { buyer: { vat: 'RO9900816346', name: null }, today: '2026-11-21' });
process.stdout.write(JSON.stringify(extraction));
