import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { FieldAssessment } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { fieldLabel, whySure } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import { sameData } from './same-data.ts';
import type { NamedSum } from './sum-names.ts';
import { shownText, typedText, typedValue } from './typed-value.ts';

/** What is known of a field beside its value. */
export interface CellState {
  unfinished: string | undefined;
  field: FieldAssessment | undefined;
  sums: NamedSum[] | undefined;
}

interface ValueCellProps extends CellState {
  path: string;
  value: FieldValue;
  hands: FieldHands;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>, path: string) => void;
}

/** A field inside a table, named by its row and column: a plain element, for long invoices have thousands of them. */
export const ValueCell = memo(function ValueCell(props: ValueCellProps) {
  const { path, value, unfinished, field, sums, hands, onKeyDown } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = unfinished !== undefined;
  const doubtful = field?.confidence === 'low';
  return (
    <input
      aria-label={fieldLabel(t, path)}
      title={wrong ? t(`wrong.${kind}`) : field ? whySure(t, field, sums ?? []) : undefined}
      data-path={path}
      className={wrong ? 'cell cell-wrong' : doubtful ? 'cell cell-doubtful' : 'cell'}
      value={typedText(typing, value, unfinished, kind, formats) ?? unfinished ?? shownText(value, kind, formats)}
      inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined}
      aria-invalid={wrong}
      autoComplete="off"
      onFocus={() => hands.select(path)}
      onBlur={() => setTyping(null)}
      onKeyDown={(event) => onKeyDown?.(event, path)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyping(text);
        const typed = typedValue(text, kind, formats);
        if (typed === 'wrong') hands.leaveUnfinished(path, text);
        else hands.change(path, typed.value);
      }}
    />
  );
}, sameData);
