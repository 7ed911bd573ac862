import type { TFunction } from 'i18next';
import type { Evidence, FieldAssessment } from '../../server/contract/invoice.ts';
import { indexedPath } from './field-groups.ts';

/** What a field is called; fields of lines and VAT rates say which one. */
export function fieldLabel(t: TFunction, path: string): string {
  const indexed = indexedPath(path);
  if (!indexed) return t(`field.${path.replaceAll('.', '_')}`);
  const name = t(`field.${indexed.list}_${indexed.name}`);
  return t(`field.in_${indexed.list}`, { number: indexed.index + 1, name });
}

/** Facts that speak against a value. */
const against: readonly Evidence[] = ['contradicted', 'weak_print', 'guessed'];

/** Why a value is as sure as it is, in a sentence: what it was read from, and the facts for and against it. */
export function whySure(t: TFunction, field: FieldAssessment | undefined): string {
  if (!field) return `${t('why.missing')}.`;
  const evidence = field.evidence ?? [];
  const words = (names: Evidence[]): string => names.map((name) => t(`evidence.${name}`)).join(', ');
  const speaksFor = words(evidence.filter((name) => !against.includes(name)));
  const speaksAgainst = words(evidence.filter((name) => against.includes(name)));
  const parts = [field.source ? t(`source.${field.source}`) : '', speaksFor].filter(Boolean).join(', ');
  const doubt = speaksAgainst && t('why.but', { facts: speaksAgainst });
  const reasons = [parts, doubt].filter(Boolean).join('; ');
  return `${t(`confidence.${field.confidence}`)}${reasons ? `: ${reasons}` : ''}.`;
}
