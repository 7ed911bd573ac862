import { Button, Combobox, Group, NativeSelect, Text, Textarea, TextInput, Tooltip } from '@mantine/core';
import { type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { DocumentType, FieldAssessment } from '../../server/contract/invoice.ts';
import { useFormats } from '../i18n/format.ts';
import { CandidateList, useCandidates } from './candidate-list.tsx';
import { isLong } from './field-groups.ts';
import { fieldLabel } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import type { Candidate } from './page-values.ts';
import { sameData } from './same-data.ts';
import { failedCheck, shownText, typedText, typedValue } from './typed-value.ts';

const documentTypes: DocumentType[] = ['invoice', 'credit_note', 'proforma', 'receipt'];

interface FieldEditorProps {
  path: string;
  value: FieldValue;
  /** What is typed and is no value of the field's kind. */
  unfinished: string | undefined;
  field: FieldAssessment | undefined;
  /** Why it is as sure as it is, in a sentence. */
  why: string;
  /** A person should look at it: it has the accept button, and Enter accepts it. */
  doubtful: boolean;
  /** Other values on the page; only while the field is selected. */
  candidates: Candidate[];
  hands: FieldHands;
}

/** One field with its confidence: typing corrects it, the tick accepts it as it stands. */
export const FieldEditor = memo(function FieldEditor(props: FieldEditorProps) {
  const { path, value, unfinished, field, why, doubtful, candidates, hands } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const combobox = useCandidates(path, candidates, hands);
  // While one types, the text stays as typed; it is only rewritten in the reader's habit on leaving.
  const [typing, setTyping] = useState<string | null>(null);
  const text = typedText(typing, value, unfinished, kind, formats) ?? unfinished ?? shownText(value, kind, formats);
  const wrong = unfinished !== undefined;
  const failed = failedCheck(value, kind);

  const type = (next: string): void => {
    setTyping(next);
    combobox.closeDropdown();
    const typed = typedValue(next, kind, formats);
    if (typed === 'wrong') hands.leaveUnfinished(path, next);
    else hands.change(path, typed.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (wrong || (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0)) return;
    event.preventDefault();
    setTyping(null);
    hands.enter(path);
  };
  const shared = {
    label: fieldLabel(t, path),
    value: text,
    error: wrong ? t(`wrong.${kind}`) : undefined,
    description: failed && !wrong ? t(`check.${failed}`) : undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    onFocus: () => hands.select(path),
    onBlur: () => {
      setTyping(null);
      combobox.closeDropdown();
    },
    onKeyDown,
    'data-path': path,
    autoComplete: 'off',
  };
  return (
    <div className={`field field-${kind}`}>
      {kind === 'document_type' ? (
        <NativeSelect
          {...shared}
          onChange={(event) => hands.change(path, event.currentTarget.value || null)}
          data={[
            { value: '', label: '' },
            ...documentTypes.map((one) => ({ value: one, label: t(`documentType.${one}`) })),
          ]}
        />
      ) : (
        <Combobox
          store={combobox}
          onOptionSubmit={() => combobox.clickSelectedOption()}
          offset={4}
          transitionProps={{ duration: 0 }}
          // Inside the page's landmark, where readers of screens look for it.
          portalProps={{ target: 'main' }}
        >
          <Combobox.Target withAriaAttributes={candidates.length > 0} withKeyboardNavigation={candidates.length > 0}>
            {isLong(kind) ? (
              <Textarea {...shared} autosize maxRows={4} onChange={(event) => type(event.currentTarget.value)} />
            ) : (
              <TextInput
                {...shared}
                inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined}
                onChange={(event) => type(event.currentTarget.value)}
              />
            )}
          </Combobox.Target>
          <CandidateList combobox={combobox} path={path} candidates={candidates} hands={hands} />
        </Combobox>
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
            onClick={() => hands.enter(path)}
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
}, sameData);

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
