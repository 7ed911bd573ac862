import { Button, Group, NativeSelect, Text, Textarea, TextInput, Tooltip } from '@mantine/core';
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
}

/** One field with its confidence: typing corrects it, the tick accepts it as it stands. */
export function FieldEditor(props: FieldEditorProps) {
  const { path, value, field, doubtful } = props;
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
    <div className={`field field-${kind}`}>
      {kind === 'type' ? (
        <NativeSelect
          {...shared}
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
          inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      <div className="field-sure">{(field || doubtful) && <Sureness field={field} why={why} />}</div>
      {doubtful && (
        <Group gap="sm" wrap="nowrap" align="flex-start" mt={6}>
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            aria-label={`${t('review.accept')}: ${fieldLabel(t, path)}`}
            disabled={wrong}
            onClick={props.onAccept}
          >
            ✓ {t('review.accept')}
          </Button>
          <Text fz="sm" className="quiet">
            {why}
          </Text>
        </Group>
      )}
    </div>
  );
}

function Sureness({ field, why }: { field: FieldAssessment | undefined; why: string }) {
  const { t } = useTranslation();
  const level = field?.confidence ?? 'missing';
  const colour = { high: 'green', medium: 'cyan', low: 'yellow', missing: 'yellow' }[level];
  return (
    <Tooltip label={why} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={`state state-${colour}`}>{t(`level.${level}`)}</span>
    </Tooltip>
  );
}
