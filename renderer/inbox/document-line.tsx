import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../server/contract/window.ts';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';

/** @param number the row's place in the whole table, the head counted, from 1 */
export function DocumentLine({ row, number }: { row: DocumentRow; number: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const title = row.vendor ?? row.filename ?? row.externalId ?? row.id;
  const problems = row.errorCode
    ? t(`failed.${row.errorCode}`)
    : row.warnings.map((code) => t(`warning.${code}`)).join(' · ');
  return (
    <tr aria-rowindex={number}>
      <td className="cell-vendor">
        <Anchor
          href={addressOf({ screen: 'review', id: row.id })}
          c="inherit"
          fw={600}
          className="truncate"
          display="block"
        >
          {title}
        </Anchor>
        <Group gap={6} wrap="nowrap">
          <Text fz="xs" className="quiet truncate">
            {row.vendor ? row.filename : formats.time(row.createdAt)}
          </Text>
          {row.origin === 'api' && (
            <Badge size="xs" variant="outline" color="gray" className="state state-gray">
              API
            </Badge>
          )}
        </Group>
      </td>
      <td className="truncate">{row.invoiceNumber}</td>
      <td>{row.invoiceDate && formats.date(row.invoiceDate)}</td>
      <td className="cell-total">{row.total !== null && formats.money(row.total, row.currency)}</td>
      <td>
        <StateBadge row={row} />
      </td>
      <td className="truncate quiet" title={problems}>
        {problems}
      </td>
    </tr>
  );
}
