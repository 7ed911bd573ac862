import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DocumentRow, WindowState } from '../../server/contract/window.ts';

const colours: Record<WindowState, string> = {
  reading: 'gray',
  to_check: 'yellow',
  ready: 'cyan',
  confirmed: 'green',
  failed: 'red',
  expired: 'gray',
};

/** The state in words; the colour only repeats it. */
export function StateBadge({ row }: { row: DocumentRow }) {
  const { t } = useTranslation();
  const words =
    row.state === 'to_check' ? t('state.to_check_count', { count: row.doubtful ?? 0 }) : t(`state.${row.state}`);
  return (
    <Badge className={`state state-${colours[row.state]}`} variant="outline" radius="sm" tt="none" fw={600}>
      {words}
    </Badge>
  );
}
