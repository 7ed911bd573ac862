import type { TFunction } from 'i18next';
import { simplifiedInvoice } from '../../server/contract/document-types.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';

/** A warning in words. @param otherKind what a document that is no invoice calls itself, where it does */
export function warningText(t: TFunction, code: WarningCode, otherKind: Extraction['otherKind'] | null): string {
  return code === 'not_an_invoice' && otherKind && otherKind !== simplifiedInvoice
    ? t('warning.other_kind', { kind: t(`otherKind.${otherKind}`) })
    : t(`warning.${code}`);
}
