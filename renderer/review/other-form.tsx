import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { ReviewDraft } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { conflictsOf } from './differ.ts';
import { fieldLabel } from './field-label.ts';
import { shownText } from './typed-value.ts';

interface OtherFormProps {
  draft: ReviewDraft;
  /** The document of the same invoice in its other form, on paper or electronic. */
  otherId: string;
  /** This document is the electronic one. */
  isElectronic: boolean;
  onKeep: (path: string) => void;
  onTake: (path: string, value: FieldValue) => void;
  /** Nothing is left to decide. */
  onDone: () => void;
}

/** An invoice on paper beside its electronic form: of each field in which they differ both values, either taken by a press. */
export function OtherForm({ draft, otherId, isElectronic, onKeep, onTake, onDone }: OtherFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: other } = useQuery({ queryKey: ['document', otherId], queryFn: () => api.document(otherId) });
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
  const conflicts = other?.extraction
    ? conflictsOf(draft.invoice, other.extraction.invoice).filter(({ path }) => !draft.accepted.includes(path))
    : [];
  if (conflicts.length === 0) return null;
  const decide = (act: () => void) => (): void => {
    wasPressed.current = true;
    act();
  };
  const text = (path: string, value: FieldValue): string =>
    path === 'document_type' ? t(`documentType.${value}`) : shownText(value, kindOf(path), formats);
  const [ours, theirs] = isElectronic ? ['electronic', 'paper'] : ['paper', 'electronic'];
  return (
    <section className="alarm" ref={section} aria-label={t('duplicates.conflict')}>
      <h2>{t('duplicates.conflict')}</h2>
      <ul className="conflicts">
        {conflicts.map(({ path, here, there }) => (
          <li key={path}>
            <span>{fieldLabel(t, path)}</span>
            <Button size="compact-sm" variant="default" onClick={decide(() => onKeep(path))}>
              {t(`duplicates.${ours}`, { value: text(path, here) })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={decide(() => onTake(path, there))}>
              {t(`duplicates.${theirs}`, { value: text(path, there) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
