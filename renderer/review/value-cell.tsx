import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { FieldAssessment } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { isLong } from './field-groups.ts';
import { fieldLabel, type Sureness, whySure } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import { sameData } from './same-data.ts';
import type { NamedSum } from './sum-names.ts';
import { shownText, typedText, typedValue } from './typed-value.ts';

/** What is known of a field beside its value. */
export interface CellState {
  unfinished: string | undefined;
  field: FieldAssessment | undefined;
  sureness: Sureness;
  sums: NamedSum[] | undefined;
  /** It was to be looked at when the document was opened: Enter goes on to the next such one. */
  asked: boolean;
}

export type CellElement = HTMLInputElement | HTMLTextAreaElement;

interface ValueCellProps {
  path: string;
  value: FieldValue;
  state: CellState | undefined;
  hands: FieldHands;
  /** Shown where nothing stands in it. */
  offered?: string | undefined;
  onKeyDown?: (event: KeyboardEvent<CellElement>, path: string) => void;
  onPaste?: (event: ClipboardEvent<CellElement>, path: string) => void;
}

/** A field inside a table, named by its row and column: a plain element, for long invoices have thousands of them; what may take several lines is there in full. */
export const ValueCell = memo(function ValueCell(props: ValueCellProps) {
  const { path, value, state, offered, hands, onKeyDown, onPaste } = props;
  const { unfinished, field, sureness = 'missing', sums = [], asked = false } = state ?? {};
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = unfinished !== undefined;
  // A typed value that makes a sum fail is shown where it was typed.
  const doubtful = sureness === 'low' || (sureness === 'typed' && sums.some(({ holds }) => !holds));
  const shared = {
    'aria-label': fieldLabel(t, path),
    title: wrong ? t(`wrong.${kind}`) : field ? whySure(t, sureness, field, sums) : undefined,
    'data-path': path,
    className: wrong ? 'cell cell-wrong' : doubtful ? 'cell cell-doubtful' : 'cell',
    value: typedText(typing, value, unfinished, kind, formats) ?? unfinished ?? shownText(value, kind, formats),
    'aria-invalid': wrong,
    placeholder: offered,
    onPaste: (event: ClipboardEvent<CellElement>) => onPaste?.(event, path),
    autoComplete: 'off',
    onFocus: () => hands.select(path),
    onBlur: () => setTyping(null),
    onKeyDown(event: KeyboardEvent<CellElement>) {
      if (asked && !wrong && isPlainEnter(event)) {
        event.preventDefault();
        setTyping(null);
        hands.enter(path);
      } else onKeyDown?.(event, path);
    },
    onChange(event: ChangeEvent<CellElement>) {
      const text = event.currentTarget.value;
      setTyping(text);
      const typed = typedValue(text, kind, formats);
      if (typed === 'wrong') hands.leaveUnfinished(path, text);
      else hands.change(path, typed.value);
    },
  };
  return isLong(kind) ? (
    <textarea {...shared} rows={1} />
  ) : (
    <input {...shared} inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined} />
  );
}, sameData);

function isPlainEnter({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey;
}
