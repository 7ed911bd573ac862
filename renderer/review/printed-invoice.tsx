import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { documentName } from '../../server/checks/document-name.ts';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { type FieldKind, kindOf, namesOf } from '../../server/contract/fields.ts';
import type { Extraction, Invoice } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { addressOf, shownGroups } from './field-groups.ts';
import { shortLabel } from './field-label.ts';
import { shownText } from './typed-value.ts';

interface PrintedInvoiceProps {
  title: string;
  /** What was done with it: whether it is confirmed, and when. */
  state: string;
  invoice: Invoice;
  /** What the document calls itself where it is no invoice. */
  otherKind: Extraction['otherKind'];
}

/** The values of a document on paper, in place of the screen. It is there only while the browser prints. */
export function PrintedInvoice(props: PrintedInvoiceProps) {
  const printing = usePrinting();
  return printing ? <Sheet {...props} /> : null;
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes the page as it is when these return.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

function Sheet({ title, state, invoice, otherKind }: PrintedInvoiceProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const values = fieldValues(invoice);
  const said = (path: string): boolean =>
    (values.get(path) ?? null) !== null && (values.get(addressOf(path) ?? '') ?? null) === null;
  const printed = (path: string): string =>
    path === 'document_type'
      ? t(`documentType.${documentName(invoice.document_type ?? 'invoice', { invoice, otherKind })}`)
      : shownText(values.get(path) ?? null, kindOf(path), formats);
  const groups = shownGroups
    .map(({ name, paths }) => ({ name, paths: paths.filter(said) }))
    .filter(({ paths }) => paths.length > 0);
  return (
    <article className="printed">
      <h1>{title}</h1>
      <p>{state}</p>
      <div className="printed-groups">
        {groups.map(({ name, paths }) => (
          <section key={name}>
            <h2>{t(`group.${name}`)}</h2>
            <dl>
              {paths.map((path) => (
                <div key={path}>
                  <dt>{shortLabel(t, path)}</dt>
                  <dd>{printed(path)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Rows
        name="rates"
        rows={invoice.vat_breakdown}
        columns={namesOf('vat_breakdown.*.')}
        kind={(column) => kindOf(`vat_breakdown.0.${column}`)}
        label={(column) => t(`column.vat_${column}`)}
      />
      <Rows
        name="lines"
        rows={invoice.line_items}
        columns={namesOf('line_items.*.')}
        kind={(column) => kindOf(`line_items.0.${column}`)}
        label={(column) => t(`field.line_items_${column}`)}
      />
    </article>
  );
}

/** @param props.columns those in which no row has anything are left out */
function Rows<Name extends string>(props: {
  name: 'rates' | 'lines';
  rows: readonly Record<Name, string | number | null>[];
  columns: readonly Name[];
  kind: (column: Name) => FieldKind;
  label: (column: Name) => string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { name, rows, kind } = props;
  const columns = props.columns.filter((column) => rows.some((row) => row[column] !== null));
  if (rows.length === 0) return null;
  const isNumber = (column: Name): boolean => ['amount', 'number'].includes(kind(column));
  return (
    <section>
      <h2>{t(`group.${name}`)}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} className={isNumber(column) ? 'number' : undefined}>
                {props.label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} className={isNumber(column) ? 'number' : undefined}>
                  {shownText(row[column], kind(column), formats)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
