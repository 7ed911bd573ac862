import { ActionIcon, Badge, Group, NativeSelect, Textarea, TextInput, Tooltip } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import type { DocumentType, FieldAssessment } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { kindOf } from './field-groups.ts';
import { fieldLabel, whySure } from './field-label.ts';
import { failedCheck, shownText, typedValue } from './typed-value.ts';

const documentTypes: DocumentType[] = ['invoice', 'credit_note', 'proforma', 'receipt'];

export interface FieldEditorProps {
  path: string;
  value: FieldValue;
  field: FieldAssessment | undefined;
  /** A person should look at it: it has the accept button, and Enter accepts it. */
  doubtful: boolean;
  onSelect: () => void;
  onChange: (value: FieldValue) => void;
  onAccept: () => void;
  readOnly: boolean;
}

/** One field with its confidence: typing corrects it, the tick accepts it as it stands. */
export function FieldEditor(props: FieldEditorProps) {
  const { path, value, field, doubtful, readOnly } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  // While one types, the text stays as typed; it is only rewritten in the reader's habit on leaving.
  const [typing, setTyping] = useState<string | null>(null);
  const text = typing ?? shownText(value, kind, formats);
  const wrong = typing !== null && typedValue(typing, kind, formats) === 'wrong';
  const failed = failedCheck(value, kind);

  const type = (next: string): void => {
    setTyping(next);
    const typed = typedValue(next, kind, formats);
    if (typed !== 'wrong') props.onChange(typed.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey || !doubtful || wrong) return;
    event.preventDefault();
    setTyping(null);
    props.onAccept();
  };
  const why = whySure(t, field);
  const shared = {
    label: fieldLabel(t, path),
    value: text,
    readOnly,
    error: wrong ? t(`wrong.${kind}`) : undefined,
    description: failed && !wrong ? t(`check.${failed}`) : undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    onFocus: props.onSelect,
    onBlur: () => setTyping(null),
    onKeyDown,
    'data-path': path,
    autoComplete: 'off',
  };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" className={doubtful ? 'field field-doubtful' : 'field'}>
      <div className="field-input">
        {kind === 'type' ? (
          <NativeSelect
            {...shared}
            disabled={readOnly}
            onChange={(event) => props.onChange(event.currentTarget.value || null)}
            data={[
              { value: '', label: '' },
              ...documentTypes.map((one) => ({ value: one, label: t(`documentType.${one}`) })),
            ]}
          />
        ) : kind === 'long' ? (
          <Textarea {...shared} autosize maxRows={4} onChange={(event) => type(event.currentTarget.value)} />
        ) : (
          <TextInput
            {...shared}
            type={kind === 'date' ? 'date' : 'text'}
            inputMode={kind === 'amount' ? 'decimal' : undefined}
            onChange={(event) => type(event.currentTarget.value)}
          />
        )}
      </div>
      <Group gap={4} wrap="nowrap" mt={24} w={118} mih={36}>
        {(field || doubtful) && <Sureness field={field} why={why} />}
        {doubtful && !readOnly && (
          <Tooltip label={t('review.accept')}>
            <ActionIcon
              variant="default"
              aria-label={`${t('review.accept')}: ${fieldLabel(t, path)}`}
              disabled={wrong}
              onClick={props.onAccept}
            >
              ✓
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Group>
  );
}

function Sureness({ field, why }: { field: FieldAssessment | undefined; why: string }) {
  const { t } = useTranslation();
  const level = field?.confidence ?? 'missing';
  const colour = { high: 'green', medium: 'cyan', low: 'yellow', missing: 'yellow' }[level];
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Badge variant="outline" radius="sm" tt="none" fw={600} className={`state state-${colour}`} miw={72}>
        {t(`level.${level}`)}
      </Badge>
    </Tooltip>
  );
}
