import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import { useFormats } from '../i18n/format.ts';
import type { Conflict } from './differ.ts';
import { pathLabel } from './field-label.ts';
import { shownText } from './typed-value.ts';

interface ConflictsProps {
  title: string;
  conflicts: readonly Conflict[];
  /** Keys of the words that say where either value stands. */
  words: { here: string; there: string };
  onKeep: (path: string) => void;
  onTake: (path: string, value: FieldValue) => void;
  /** Nothing is left to decide. */
  onDone: () => void;
}

/** Of each field of which two forms of an invoice differ both values, either taken by a press. */
export function Conflicts({ title, conflicts, words, onKeep, onTake, onDone }: ConflictsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const section = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);
  // What was pressed is gone with its row: the next one has the keyboard.
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    const next = section.current?.querySelector('button');
    if (next) next.focus();
    else onDone();
  });
  if (conflicts.length === 0) return null;
  const decide = (act: () => void) => (): void => {
    wasPressed.current = true;
    act();
  };
  const text = (path: string, value: FieldValue): string =>
    path === 'document_type' ? t(`documentType.${value}`) : shownText(value, kindOf(path), formats);
  return (
    <section className="alarm" ref={section} aria-label={title}>
      <h2>{title}</h2>
      <ul className="conflicts">
        {conflicts.map(({ path, here, there }) => (
          <li key={path}>
            <span>{pathLabel(t, path)}</span>
            <Button size="compact-sm" variant="default" onClick={decide(() => onKeep(path))}>
              {t(words.here, { value: text(path, here) })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={decide(() => onTake(path, there))}>
              {t(words.there, { value: text(path, there) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
