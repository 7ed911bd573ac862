import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import type { FieldAssessment } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { kindOf } from './field-groups.ts';
import { fieldLabel } from './field-label.ts';
import { shownText, typedText, typedValue } from './typed-value.ts';

export interface ValueCellProps {
  path: string;
  value: FieldValue;
  unfinished: string | undefined;
  field: FieldAssessment | undefined;
  why: string;
  onSelect: (path: string) => void;
  onChange: (path: string, value: FieldValue) => void;
  onUnfinished: (path: string, text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A field inside a table, named by its row and column. */
export function ValueCell(props: ValueCellProps) {
  const { path, value, unfinished, field, why } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = unfinished !== undefined;
  return (
    <TextInput
      size="xs"
      aria-label={fieldLabel(t, path)}
      title={wrong ? t(`wrong.${kind}`) : field ? why : undefined}
      data-path={path}
      className={field?.confidence === 'low' ? 'cell-doubtful' : undefined}
      value={typedText(typing, value, unfinished, kind, formats) ?? unfinished ?? shownText(value, kind, formats)}
      inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined}
      error={wrong}
      autoComplete="off"
      onFocus={() => props.onSelect(path)}
      onBlur={() => setTyping(null)}
      onKeyDown={props.onKeyDown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyping(text);
        const typed = typedValue(text, kind, formats);
        if (typed === 'wrong') props.onUnfinished(path, text);
        else props.onChange(path, typed.value);
      }}
    />
  );
}
