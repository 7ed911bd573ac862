import { useTranslation } from 'react-i18next';
import type { Sureness } from './field-label.ts';

const signs: Record<Sureness, string> = {
  high: '✓',
  medium: '≈',
  low: '?',
  missing: '?',
  typed: '✎',
  accepted: '✓',
  unseen: '○',
};
const colours: Record<Sureness, string> = {
  high: 'green',
  medium: 'cyan',
  low: 'yellow',
  missing: 'yellow',
  typed: 'cyan',
  accepted: 'green',
  unseen: 'gray',
};

/** How sure a value is, as one sign; why is said to whoever points at it, and in the bar below for the chosen field. */
export function SureSign({ sureness, why }: { sureness: Sureness; why: string }) {
  const { t } = useTranslation();
  return (
    <span className={`sure state-${colours[sureness]}`} role="img" aria-label={t(`level.${sureness}`)} title={why}>
      {signs[sureness]}
    </span>
  );
}
