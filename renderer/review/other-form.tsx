import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import type { Stated } from '../../server/contract/invoice.ts';
import type { ReviewDraft } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { Conflicts } from './conflicts.tsx';
import { conflictsOf, statedOtherwise } from './differ.ts';

interface FormProps {
  draft: ReviewDraft;
  onKeep: (path: string) => void;
  onTake: (path: string, value: FieldValue) => void;
  /** Nothing is left to decide. */
  onDone: () => void;
}

/**
 * An invoice on paper beside its electronic form, each a document.
 * @param props.otherId the document of its other form
 * @param props.isElectronic this document is the electronic one
 */
export function OtherForm({
  draft,
  otherId,
  isElectronic,
  ...acts
}: FormProps & { otherId: string; isElectronic: boolean }) {
  const { t } = useTranslation();
  const { data: other } = useQuery({ queryKey: ['document', otherId], queryFn: () => api.document(otherId) });
  const conflicts = other?.extraction ? conflictsOf(draft.invoice, other.extraction.invoice) : [];
  const [paper, electronic] = ['duplicates.paper', 'duplicates.electronic'];
  return (
    <Conflicts
      title={t('duplicates.conflict')}
      conflicts={conflicts.filter(({ path }) => !draft.accepted.includes(path))}
      words={isElectronic ? { here: electronic, there: paper } : { here: paper, there: electronic }}
      {...acts}
    />
  );
}

/** A page beside the e-invoice inside its own file. @param props.stated what the e-invoice says otherwise */
export function EmbeddedForm({ draft, stated, ...acts }: FormProps & { stated: readonly Stated[] }) {
  const { t } = useTranslation();
  const conflicts = statedOtherwise(draft, stated).filter(({ path }) => !draft.accepted.includes(path));
  const words = { here: 'duplicates.onPage', there: 'duplicates.embedded' };
  return <Conflicts title={t('duplicates.pageConflict')} conflicts={conflicts} words={words} {...acts} />;
}
