import type { TFunction } from 'i18next';
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

/** A state in words. It may be to be checked for a warning alone. */
export const stateWords = (t: TFunction, state: WindowState, doubtful: number | null): string =>
  state === 'to_check' && doubtful ? t('state.to_check_count', { count: doubtful }) : t(`state.${state}`);

/** Its words; the colour only repeats them. */
export const StateSign = ({ state, words }: { state: WindowState; words: string }) => (
  <span className={`state state-${colours[state]}`}>{words}</span>
);

/** What a document is in. */
export function StateBadge({ state, doubtful }: { state: WindowState; doubtful: number | null }) {
  const { t } = useTranslation();
  return <StateSign state={state} words={stateWords(t, state, doubtful)} />;
}
