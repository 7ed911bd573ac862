import { useTranslation } from 'react-i18next';
import { warnedPath } from '../../server/checks/review.ts';
import type { Extraction, Invoice } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';
import type { Company } from '../../server/contract/window.ts';
import type { Duplicate } from '../../server/contract/window-review.ts';
import { warningText } from '../components/warning-text.ts';
import { DuplicateLinks } from './duplicate-links.tsx';

interface WarningsProps {
  codes: WarningCode[];
  /** What the document calls itself where it is no invoice. */
  otherKind: Extraction['otherKind'];
  invoice: Invoice;
  buyer: Company | null;
  /** The document that is warned of, and those that seem to be the same invoice. */
  id: string;
  duplicates: Duplicate[];
  /** Those that a person has read. */
  seen: readonly WarningCode[];
  /** Goes to the field that a warning is about. */
  onShow: (path: string) => void;
  /** Goes to where the file is cut into invoices; null where it is not to be cut. */
  onCut: (() => void) | null;
  onSeen: (code: WarningCode) => void;
}

/** What to look at before the invoice is booked, in words, each with the way to its field. */
export function Warnings(props: WarningsProps) {
  const { codes, otherKind, invoice, buyer, id, duplicates, seen, onShow, onCut, onSeen } = props;
  const { t } = useTranslation();
  const isPair = duplicates.length > 0 && duplicates.every(({ isOtherForm }) => isOtherForm);
  const words = (code: WarningCode): string => {
    const said = { onInvoice: companyText(invoice.customer), sent: buyer ? companyText(buyer) : '' };
    const detailed = code === 'buyer_vat_mismatch' && said.onInvoice && said.sent;
    if (code === 'possible_duplicate' && isPair) return t('duplicates.otherForm');
    return detailed ? t('review.otherBuyer', said) : warningText(t, code, otherKind);
  };
  return (
    <ul className="warnings" aria-label={t('review.warnings')}>
      {codes.map((code) => {
        const path = warnedPath(code, invoice);
        const show = code === 'multiple_invoices' ? onCut : path === null ? null : () => onShow(path);
        return (
          <li key={code}>
            {show === null ? (
              words(code)
            ) : (
              <button type="button" className="as-link" onClick={show}>
                {words(code)}
              </button>
            )}
            {code === 'possible_duplicate' && duplicates.length > 0 && (
              <>
                {': '}
                <DuplicateLinks id={id} duplicates={duplicates} />
              </>
            )}{' '}
            {seen.includes(code) ? (
              <span className="quiet">✓ {t('review.seen')}</span>
            ) : (
              <button
                type="button"
                className="see"
                data-warning={code}
                aria-label={`${t('review.see')}: ${words(code)}`}
                onClick={() => onSeen(code)}
              >
                {t('review.see')}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function companyText({ name, ...rest }: { name: string | null; vat?: string; vat_number?: string | null }): string {
  return [name, rest.vat ?? rest.vat_number].filter(Boolean).join(', ');
}
