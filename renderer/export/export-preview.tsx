import { Anchor, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportPreview } from '../../server/contract/window-exports.ts';
import { useFormats } from '../i18n/format.ts';
import { pathLabel } from '../review/field-label.ts';
import { addressOf } from '../route.ts';

/** So many rows of each table are drawn: the file tells the rest. */
const mostShown = 100;

/** What is left out and why, what stands otherwise in the file, and sums by rate and by supplier to compare. */
export function ExportPreviewTables({ preview }: { preview: ExportPreview }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { asked, written, companies, problems, rates, suppliers } = preview;
  // What goes to other books is expected: it needs no look at each.
  const ofOthers = problems.filter(({ code }) => code === 'other_company').length;
  const blocking = problems.filter((problem) => problem.blocking && problem.code !== 'other_company');
  const notes = problems.filter((problem) => !problem.blocking);
  return (
    <>
      <Text mt="md" fw={600}>
        {t('exportDialog.written', { count: written, asked })}
      </Text>
      {ofOthers > 0 && <Text fz="sm">{t('exportDialog.ofOthers', { count: ofOthers })}</Text>}
      <Problems title={t('exportDialog.leftOut')} problems={blocking} />
      <Problems title={t('exportDialog.notes')} problems={notes} />
      {companies.length > 0 && (
        <Table mt="md" aria-label={t('exportDialog.companies')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('exportDialog.companies')}</Table.Th>
              <Table.Th ta="right">{t('exportDialog.invoices')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {companies.map(({ vat, name, count }) => (
              <Table.Tr key={vat}>
                <Table.Td>{name ? `${name} (${vat})` : vat}</Table.Td>
                <Table.Td ta="right">{formats.number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {rates.length > 0 && (
        <Table mt="md" aria-label={t('exportDialog.rates')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('exportDialog.rates')}</Table.Th>
              <Table.Th ta="right">{t('column.vat_base')}</Table.Th>
              <Table.Th ta="right">{t('column.vat_amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rates.map(({ rate, currency, base, vat }) => (
              <Table.Tr key={`${rate} ${currency}`}>
                <Table.Td>{rate === null ? t('exportDialog.noRate') : `${formats.number(rate)} %`}</Table.Td>
                <Table.Td ta="right">{formats.money(base, currency)}</Table.Td>
                <Table.Td ta="right">{formats.money(vat, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {suppliers.length > 0 && (
        <Table mt="md" aria-label={t('exportDialog.suppliers')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('exportDialog.suppliers')}</Table.Th>
              <Table.Th ta="right">{t('exportDialog.invoices')}</Table.Th>
              <Table.Th ta="right">{t('column.total')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {suppliers.slice(0, mostShown).map(({ name, currency, count, total }) => (
              <Table.Tr key={`${name} ${currency} ${total}`}>
                <Table.Td>{name ?? '–'}</Table.Td>
                <Table.Td ta="right">{count}</Table.Td>
                <Table.Td ta="right">{formats.money(total, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

/** Each invoice once, with all that is said of it. */
function Problems({ title, problems }: { title: string; problems: ExportPreview['problems'] }) {
  const { t } = useTranslation();
  const byDocument = [...Map.groupBy(problems, ({ document }) => document.id).values()];
  if (byDocument.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text mt="md" fw={600} fz="sm">
        {title} ({byDocument.length})
      </Text>
      <ul className="export-problems">
        {byDocument.slice(0, mostShown).map(([first, ...others]) => {
          const { id, vendor, number } = first!.document;
          return (
            <li key={id}>
              <Anchor href={addressOf({ screen: 'review', id })} fz="sm">
                {[vendor, number].filter(Boolean).join(', ') || id}
              </Anchor>
              {': '}
              {[first!, ...others]
                .map(({ code, path }) => t(`exportProblem.${code}`) + (path === null ? '' : ` (${pathLabel(t, path)})`))
                .join('; ')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
