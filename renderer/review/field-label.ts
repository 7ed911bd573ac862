import type { TFunction } from 'i18next';
import { provenBy, speaksAgainst } from '../../server/checks/evidence.ts';
import type { Evidence, FieldAssessment } from '../../server/contract/invoice.ts';
import { indexedPath } from './field-groups.ts';
import type { NamedSum } from './sum-names.ts';

/** What a field is called; fields of lines and VAT rates say which one. */
export function fieldLabel(t: TFunction, path: string): string {
  const indexed = indexedPath(path);
  if (!indexed) return t(`field.${path.replaceAll('.', '_')}`);
  const name = t(`field.${indexed.list}_${indexed.name}`);
  return t(`field.in_${indexed.list}`, { number: indexed.index + 1, name });
}

/**
 * Why a value is as sure as it is, in a sentence: what shows that it was read right, what shows that it means this
 * field, and what speaks against it.
 * @param sums those that the value is in, which say more than that sums agree or do not
 */
export function whySure(t: TFunction, field: FieldAssessment | undefined, sums: readonly NamedSum[]): string {
  if (!field) return `${t('why.missing')}.`;
  const sumWords = (holds: boolean): string[] =>
    [...new Set(sums.filter((sum) => sum.holds === holds).map(({ name }) => name))].map((name) =>
      t(`why.sum.${name}.${holds ? 'holds' : 'fails'}`),
    );
  const words = (name: Evidence): string[] => {
    const told = name === 'sums_agree' ? sumWords(true) : name === 'contradicted' ? sumWords(false) : [];
    return told.length > 0 ? told : [t(`evidence.${name}`)];
  };
  const evidence = field.evidence ?? [];
  const against = evidence.filter(speaksAgainst).flatMap(words);
  const reading = evidence.filter((name) => provenBy[name].includes('read_right'));
  const meaning = evidence.filter((name) => provenBy[name].includes('means_this') && name !== 'confirmed');
  const readFrom = [
    ...(field.source ? [t(`source.${field.source}`)] : []),
    ...reading.filter((name) => !meaning.includes(name)).flatMap(words),
  ];
  const reasons = [
    readFrom.join(', '),
    meaning.length > 0 ? t('why.means', { facts: meaning.flatMap(words).join(', ') }) : '',
    field.confidence === 'medium' && meaning.length === 0 ? t('why.meaning_open') : '',
    against.length > 0 ? t('why.but', { facts: against.join(', ') }) : '',
  ].filter(Boolean);
  return `${t(`confidence.${field.confidence}`)}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}.`;
}
