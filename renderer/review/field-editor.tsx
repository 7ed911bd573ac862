import { Combobox } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentName } from '../../server/checks/document-name.ts';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { type DocumentType, documentTypes } from '../../server/contract/document-types.ts';
import { kindOf } from '../../server/contract/fields.ts';
import { useFormats } from '../i18n/format.ts';
import { CandidateList, useCandidates } from './candidate-list.tsx';
import { isLong } from './field-groups.ts';
import { fieldLabel, type Sureness, shortLabel } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import type { Candidate } from './page-values.ts';
import { sameData } from './same-data.ts';
import { SureSign } from './sure-sign.tsx';
import { failedCheck, shownText, typedText, typedValue } from './typed-value.ts';

interface FieldEditorProps {
  path: string;
  value: FieldValue;
  /** What this document is called where it is of each type. */
  names: Record<DocumentType, DocumentName>;
  /** What is typed and is no value of the field's kind. */
  unfinished: string | undefined;
  sureness: Sureness;
  /** Why it is as sure as it is, in a sentence. */
  why: string;
  /** The sums that fail since a person typed it, in words. */
  wrongSums: string;
  /** A person should look at it: it has the accept button, and Enter accepts it. */
  doubtful: boolean;
  /** Other values on the page; only while the field is selected. */
  candidates: Candidate[];
  hands: FieldHands;
}

/** One field with its confidence: typing corrects it, the tick accepts it as it stands. */
export const FieldEditor = memo(function FieldEditor(props: FieldEditorProps) {
  const { path, value, names, unfinished, sureness, why, wrongSums, doubtful, candidates, hands } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const kind = kindOf(path);
  const id = useId();
  const combobox = useCandidates(path, candidates, hands);
  // While one types, the text stays as typed; it is only rewritten in the reader's habit on leaving.
  const [typing, setTyping] = useState<string | null>(null);
  const text = typedText(typing, value, unfinished, kind, formats) ?? unfinished ?? shownText(value, kind, formats);
  const wrong = unfinished !== undefined;
  const failed = failedCheck(value, kind);
  const label = fieldLabel(t, path);

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
  const message = wrong ? t(`wrong.${kind}`) : failed ? t(`check.${failed}`) : wrongSums;
  const shared = {
    id,
    className: wrong ? 'cell cell-wrong' : doubtful ? 'cell cell-doubtful' : 'cell',
    value: text,
    'aria-label': label,
    'aria-invalid': wrong,
    'aria-describedby': message ? `${id}-message` : undefined,
    onFocus: () => hands.select(path),
    onBlur: () => {
      setTyping(null);
      combobox.closeDropdown();
    },
    onKeyDown,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(event.currentTarget.value),
    'data-path': path,
    autoComplete: 'off',
  };
  return (
    <div className={`field field-${kind}`}>
      <label htmlFor={id} title={label}>
        {shortLabel(t, path)}
      </label>
      {kind === 'document_type' ? (
        <select {...shared} onChange={(event) => hands.change(path, event.currentTarget.value || null)}>
          <option value="" />
          {documentTypes.map((one) => (
            <option key={one} value={one}>
              {t(`documentType.${names[one]}`)}
            </option>
          ))}
        </select>
      ) : (
        <Combobox
          store={combobox}
          onOptionSubmit={() => combobox.clickSelectedOption()}
          offset={4}
          width="max-content"
          position="bottom-start"
          transitionProps={{ duration: 0 }}
          // Inside the page's landmark, where readers of screens look for it.
          portalProps={{ target: 'main' }}
        >
          <Combobox.Target withAriaAttributes={candidates.length > 0} withKeyboardNavigation={candidates.length > 0}>
            {isLong(kind) ? (
              <textarea {...shared} rows={1} />
            ) : (
              <input {...shared} inputMode={kind === 'amount' || kind === 'number' ? 'decimal' : undefined} />
            )}
          </Combobox.Target>
          <CandidateList combobox={combobox} path={path} candidates={candidates} hands={hands} />
        </Combobox>
      )}
      {doubtful ? (
        <button
          type="button"
          className="accept"
          aria-label={`${t('review.accept')}: ${label}`}
          title={`${t('review.accept')} (Enter). ${why}`}
          disabled={wrong}
          onClick={() => hands.enter(path)}
        >
          ✓
        </button>
      ) : (
        value !== null && <SureSign sureness={sureness} why={why} />
      )}
      {message && (
        <p id={`${id}-message`} className={failed && !wrong ? 'field-message quiet' : 'field-message wrong'}>
          {message}
        </p>
      )}
    </div>
  );
}, sameData);
