import { Button, Kbd } from '@mantine/core';
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

/** Goes to what is taken where it is out of sight: nobody takes what they have not seen. @param side the left or the right value */
export function takeByKey(pane: HTMLElement | null, side: keyof typeof keyOf): void {
  const row =
    document.activeElement?.closest<HTMLElement>('.conflicts > li') ??
    pane?.querySelector<HTMLElement>('.conflicts > li');
  const button = row?.querySelector<HTMLElement>(`[data-side="${side}"]`);
  if (!pane || !row || !button) return;
  const [seen, whole] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (seen.top < whole.top || seen.bottom > whole.bottom) button.focus();
  else button.click();
}

/** Beside Alt. They lie beside each other as the values do. */
const keyOf = { left: 'J', right: 'K' };

/** Of each field of which two forms of an invoice differ both values, either taken by a press or by its key. */
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
            <Either side="left" onClick={decide(() => onKeep(path))}>
              {t(words.here, { value: text(path, here) })}
            </Either>
            <Either side="right" onClick={decide(() => onTake(path, there))}>
              {t(words.there, { value: text(path, there) })}
            </Either>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Either({ side, onClick, children }: { side: keyof typeof keyOf; onClick: () => void; children: string }) {
  const key = `Alt+${keyOf[side]}`;
  return (
    <Button
      size="compact-sm"
      variant="default"
      data-side={side}
      aria-keyshortcuts={key}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {key}
        </Kbd>
      }
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
