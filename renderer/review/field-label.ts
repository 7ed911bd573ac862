import type { TFunction } from 'i18next';
import { speaksAgainst } from '../../server/checks/review.ts';
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
 * Why a value is as sure as it is, in a sentence: what it was read from, and the facts for and against it.
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
  const speaksFor = evidence.filter((name) => !speaksAgainst.includes(name)).flatMap(words);
  const against = evidence.filter((name) => speaksAgainst.includes(name)).flatMap(words);
  const parts = [...(field.source ? [t(`source.${field.source}`)] : []), ...speaksFor].join(', ');
  const doubt = against.length > 0 ? t('why.but', { facts: against.join(', ') }) : '';
  const reasons = [parts, doubt].filter(Boolean).join('; ');
  return `${t(`confidence.${field.confidence}`)}${reasons ? `: ${reasons}` : ''}.`;
}
