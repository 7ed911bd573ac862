import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { Company, DocumentRow, InboxQuery } from '../../server/contract/window.ts';
import { StateSign, stateWords } from '../components/state-badge.tsx';
import { warningText } from '../components/warning-text.ts';
import type { Formats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { useReadingProgress } from './reading-progress.ts';

interface Props {
  /** What words and numbers are written with: each row asking for its own would cost more than all else in it. */
  t: TFunction;
  formats: Formats;
  row: DocumentRow;
  /** Said in place of its warnings. */
  note: string | undefined;
  /** Whether it is paid as a whole or in part. */
  paid: 'all' | 'part' | undefined;
  /** What is listed: what is opened stays in it. */
  query: InboxQuery;
  /** The row's place in the whole table, the head counted, from 1. */
  number: number;
  /** The keyboard is at this row: the others are reached from it by the arrows. */
  reachable: boolean;
  /** Where it lies in the list, in pixels. */
  top: number;
  /** The company that it belongs to, where the list shows several. */
  company: Company | undefined;
  chosen: boolean;
  /** @param range whether everything up to the row ticked before is meant */
  onChoose: (id: string, ticked: boolean, range: boolean) => void;
}

/** One row. Plain elements: dozens of these come and go in every frame of a fast scroll. */
export const DocumentLine = memo((props: Props) => {
  const { t, formats, row, query, note, paid, number, reachable, top, company, chosen, onChoose } = props;
  const title = row.vendor ?? row.filename ?? row.externalId ?? row.id;
  const problems =
    note ??
    (row.errorCode
      ? t(`failed.${row.errorCode}`)
      : row.warnings.map((code) => warningText(t, code, row.otherKind)).join(' · '));
  const nobodys = row.buyerVat === null && row.state !== 'reading' && t('company.unknown');
  const below = [nobodys, row.vendor && row.filename, company && (company.name ?? company.vat)]
    .filter(Boolean)
    .join(' · ');
  return (
    <tr aria-rowindex={number} data-row={number - 2} className={chosen ? 'chosen' : undefined} style={{ top }}>
      <td className="cell-tick">
        <input
          type="checkbox"
          tabIndex={reachable ? 0 : -1}
          aria-label={`${t('inbox.tick')}: ${title}`}
          checked={chosen}
          onChange={(event) => onChoose(row.id, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <td className="cell-vendor">
        <a href={addressOf({ screen: 'review', id: row.id }, query)} tabIndex={reachable ? 0 : -1} className="truncate">
          {title}
        </a>
        <span className="below">
          {row.origin === 'api' && <span className="state state-gray">API</span>}
          <span className="quiet truncate" title={below}>
            {below}
          </span>
        </span>
      </td>
      <td className="cell-number truncate">{row.invoiceNumber}</td>
      <td className="cell-date">{row.invoiceDate && formats.typedDate(row.invoiceDate)}</td>
      <td className="cell-total">
        {row.total !== null && formats.money(row.total, row.currency)}
        {paid && <span className="below quiet">{t(`paid.${paid}`)}</span>}
      </td>
      <td className="cell-added quiet">{formats.moment(row.createdAt)}</td>
      <td className="cell-state">
        {row.state === 'reading' ? (
          <Reading id={row.id} t={t} />
        ) : (
          <StateSign state={row.state} words={stateWords(t, row.state, row.doubtful)} />
        )}
        {row.expiresAt && (
          <span className="below quiet">{t('inbox.expires', { when: formats.until(row.expiresAt) })}</span>
        )}
      </td>
      <td className="cell-warnings" title={problems}>
        <span className="problems">{problems}</span>
      </td>
    </tr>
  );
});

function Reading({ id, t }: { id: string; t: TFunction }) {
  const progress = useReadingProgress(id);
  return (
    <>
      <StateSign state="reading" words={stateWords(t, 'reading', null)} />
      {progress && progress.total > 1 && <span className="below quiet">{t('inbox.pagesRead', { ...progress })}</span>}
    </>
  );
}
