import type { TFunction } from 'i18next';
import type { FieldAssessment } from '../../server/contract/invoice.ts';
import { indexedPath } from './field-groups.ts';

/** What a field is called; fields of lines and VAT rates say which one. */
export function fieldLabel(t: TFunction, path: string): string {
  const indexed = indexedPath(path);
  if (!indexed) return t(`field.${path.replaceAll('.', '_')}`);
  const name = t(`field.${indexed.list}_${indexed.name}`);
  return t(`field.in_${indexed.list}`, { number: indexed.index + 1, name });
}

/** Why a value is as sure as it is, in a sentence: what it was read from, and the facts for and against it. */
export function whySure(t: TFunction, field: FieldAssessment | undefined): string {
  if (!field) return t('why.missing');
  const facts = (field.evidence ?? []).map((name) => t(`evidence.${name}`));
  const read = field.source ? t(`source.${field.source}`) : null;
  const parts = [read, ...facts].filter((part) => part !== null);
  return `${t(`confidence.${field.confidence}`)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
}
