import type { TFunction } from 'i18next';
import { provenBy, speaksAgainst } from '../../server/checks/evidence.ts';
import type { Evidence, FieldAssessment } from '../../server/contract/invoice.ts';
import type { Act } from '../../server/contract/window-review.ts';
import { indexedPath } from './field-groups.ts';
import type { NamedSum } from './sum-names.ts';

/** What a field is called; fields of lines and VAT rates say which one. */
export function fieldLabel(t: TFunction, path: string): string {
  const indexed = indexedPath(path);
  if (!indexed) return t(`field.${path.replaceAll('.', '_')}`);
  const name = t(`field.${indexed.list}_${indexed.name}`);
  return t(`field.in_${indexed.list}`, { number: indexed.index + 1, name });
}

/** The same for a path that may name lines or VAT rates as a whole, or a column of those. */
export function pathLabel(t: TFunction, path: string): string {
  if (path === 'line_items') return t('group.lines');
  if (path === 'bookings') return t('booking.title');
  if (/^vat_breakdown(\.[a-z]+)?$/.test(path)) return t('group.rates');
  return fieldLabel(t, path);
}

/** The same for a field inside its group, which says already whose it is. */
export function shortLabel(t: TFunction, path: string): string {
  const [group, name] = path.split('.');
  const isParty = group === 'vendor' || group === 'customer';
  return isParty ? t(`partyField.${name}`, fieldLabel(t, path)) : fieldLabel(t, path);
}

/** How sure a value is, as the window tells it: what a person typed or looked at is no finding of reading's. */
export type Sureness = 'high' | 'medium' | 'low' | 'missing' | 'typed' | 'accepted' | 'unseen';

/** Paths that people looked at by themselves: those accepted now, and with what was confirmed before. */
export function pathsLookedAt(acts: readonly Act[], accepted: readonly string[]): ReadonlySet<string> {
  return new Set([
    ...accepted,
    ...acts.flatMap((act) => (act.kind === 'confirmed' ? (act.judged?.accepted ?? []) : [])),
  ]);
}

/** @param looked paths that a person looked at by themselves, where the invoice was confirmed before */
export function surenessOf(path: string, field: FieldAssessment | undefined, looked: ReadonlySet<string>): Sureness {
  if (!field) return 'missing';
  if (field.source === 'person') return 'typed';
  if (!field.evidence?.includes('confirmed')) return field.confidence;
  return looked.has(path) ? 'accepted' : 'unseen';
}

/**
 * Why a value is as sure as it is, in a sentence: what shows that it was read right, what shows that it means this
 * field, and what speaks against it.
 * @param sums those that the value is in, which say more than that sums agree or do not
 */
export function whySure(
  t: TFunction,
  sureness: Sureness,
  field: FieldAssessment | undefined,
  sums: readonly NamedSum[],
): string {
  if (!field) return `${t('why.missing')}.`;
  const sumWords = (holds: boolean): string[] =>
    [...new Set(sums.filter((sum) => sum.holds === holds).map(({ name }) => name))].map((name) =>
      t(`why.sum.${name}.${holds ? 'holds' : 'fails'}`),
    );
  const words = (name: Evidence): string[] => {
    const told = name === 'sums_agree' ? sumWords(true) : name === 'contradicted' ? sumWords(false) : [];
    return told.length > 0 ? told : [t(`evidence.${name}`)];
  };
  const evidence = (field.evidence ?? []).filter((name) => name !== 'confirmed');
  const against = sureness === 'typed' ? sumWords(false) : evidence.filter(speaksAgainst).flatMap(words);
  const reading = evidence.filter((name) => provenBy[name].includes('read_right'));
  const meaning = evidence.filter((name) => provenBy[name].includes('means_this'));
  const readFrom = [
    ...(field.source && sureness !== 'typed' ? [t(`source.${field.source}`)] : []),
    ...reading.filter((name) => !meaning.includes(name)).flatMap(words),
  ];
  const reasons = [
    readFrom.join(', '),
    meaning.length > 0 ? t('why.means', { facts: meaning.flatMap(words).join(', ') }) : '',
    sureness === 'medium' && meaning.length === 0 ? t('why.meaning_open') : '',
    against.length > 0 ? t('why.but', { facts: against.join(', ') }) : '',
  ].filter(Boolean);
  return `${t(`confidence.${sureness}`)}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}.`;
}
