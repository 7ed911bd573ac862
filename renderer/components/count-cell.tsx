import { Table } from '@mantine/core';
import { useFormats } from '../i18n/format.ts';

/** How many there are, and the way to them. */
export function CountCell({ count, to, label }: { count: number | undefined; to: string; label: string }) {
  const formats = useFormats();
  return (
    <Table.Td ta="right">
      {count ? (
        <a href={to} aria-label={`${label}: ${formats.number(count)}`}>
          {formats.number(count)}
        </a>
      ) : (
        count
      )}
    </Table.Td>
  );
}
