import { useTranslation } from 'react-i18next';
import type { WindowState } from '../../server/contract/window.ts';

const colours: Record<WindowState, string> = {
  reading: 'gray',
  to_check: 'yellow',
  ready: 'cyan',
  confirmed: 'green',
  failed: 'red',
  expired: 'gray',
};

/** The state in words; the colour only repeats it. */
export function StateBadge({ state, doubtful }: { state: WindowState; doubtful: number | null }) {
  const { t } = useTranslation();
  // It may be to be checked for a warning alone.
  const words = state === 'to_check' && doubtful ? t('state.to_check_count', { count: doubtful }) : t(`state.${state}`);
  return <span className={`state state-${colours[state]}`}>{words}</span>;
}
