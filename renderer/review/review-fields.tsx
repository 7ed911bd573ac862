import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentNames } from '../../server/checks/document-name.ts';
import { type FieldValue, fieldValues } from '../../server/checks/field-paths.ts';
import type { Sum } from '../../server/checks/sums.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { useFormats } from '../i18n/format.ts';
import { AccountAlarm } from './account-alarm.tsx';
import { BookingTable } from './booking-table.tsx';
import type { DraftHand } from './draft.ts';
import { withBookings } from './edit-bookings.ts';
import { accepted, corrected, withAccountChecked, withRows } from './edit-draft.ts';
import { FieldEditor } from './field-editor.tsx';
import { addressOf, alwaysShown, shownGroups } from './field-groups.ts';
import type { Sureness } from './field-label.ts';
import type { FieldHands } from './hands.ts';
import { History } from './history.tsx';
import { LineTable } from './line-table.tsx';
import { EmbeddedForm, OtherForm } from './other-form.tsx';
import type { Candidate } from './page-values.ts';
import type { NamedSum } from './sum-names.ts';
import { sumText } from './sums.tsx';
import type { CellState } from './value-cell.tsx';
import { VatTable } from './vat-table.tsx';
import { Warnings } from './warnings.tsx';

const noCandidates: Candidate[] = [];

interface ReviewFieldsProps {
  detail: DocumentDetail;
  read: Extraction;
  /** The extraction as the person has it so far. */
  now: Extraction;
  hand: DraftHand;
  hands: FieldHands;
  selected: string | null;
  /** Other values for the selected field. */
  candidates: Candidate[];
  sums: readonly Sum[];
  sumsOfPath: Map<string, NamedSum[]>;
  /** What was doubtful when the document was opened. */
  first: ReadonlySet<string>;
  sureness: (path: string) => Sureness;
  why: (path: string) => string;
  focusOn: (path: string | undefined) => void;
  /** As `Warnings` takes it. */
  onCut: (() => void) | null;
  /** Has the lines booked as it is offered. */
  takeBookings: () => void;
  onSeen: (code: WarningCode) => void;
}

/** What to look at before the invoice is booked, and all of its values: amounts first, the lines below. */
export function ReviewFields(props: ReviewFieldsProps) {
  const { detail, read, now, hand, hands, selected, candidates, sums, sumsOfPath, first, sureness, why, takeBookings } =
    props;
  const { t } = useTranslation();
  const formats = useFormats();
  const { draft } = hand;
  const { invoice } = draft;
  const values = fieldValues(invoice);
  const doubtful = now.invoice.quality_flags.low_confidence_fields;
  const wrongSums = (path: string): string =>
    sureness(path) === 'typed'
      ? sums
          .filter((sum) => !sum.holds && sum.paths.includes(path))
          .map((sum) => sumText(t, formats, sum))
          .join('; ')
      : '';
  const stateOf = (path: string): CellState => ({
    unfinished: draft.unfinished[path],
    field: now.fields[path],
    sureness: sureness(path),
    sums: sumsOfPath.get(path),
    asked: first.has(path) || doubtful.includes(path),
  });
  const names = documentNames({ invoice, otherKind: read.otherKind });
  const isShown = (path: string): boolean =>
    alwaysShown.has(path) ||
    doubtful.includes(path) ||
    path in draft.unfinished ||
    (values.get(path) !== null && (values.get(addressOf(path) ?? '') ?? null) === null);
  const groupOf = (name: string): ReactNode => {
    const group = shownGroups.find((one) => one.name === name);
    return (
      group && (
        <FieldGroup key={name} name={name} paths={group.paths} isShown={isShown}>
          {(path) => (
            <FieldEditor
              key={path}
              path={path}
              value={values.get(path) ?? null}
              names={names}
              unfinished={draft.unfinished[path]}
              sureness={sureness(path)}
              why={why(path)}
              wrongSums={wrongSums(path)}
              doubtful={doubtful.includes(path)}
              candidates={path === selected ? candidates : noCandidates}
              hands={hands}
            />
          )}
        </FieldGroup>
      )
    );
  };
  return (
    <div className="review-fields">
      <ToCheck {...props} read={read} />
      <div className="group-columns">
        <div>
          {groupOf('amounts')}
          {groupOf('invoice')}
          {groupOf('bank')}
        </div>
        <div>
          <VatTable
            sums={sums}
            invoice={invoice}
            stateOf={stateOf}
            hands={hands}
            onOrder={(order) =>
              hand.change(`rates ${performance.now()}`, (before) => withRows(before, 'vat_breakdown', order))
            }
          />
          {groupOf('vendor')}
          {groupOf('customer')}
        </div>
      </div>
      <LineTable
        sums={sums}
        invoice={invoice}
        stateOf={stateOf}
        hands={hands}
        onOrder={(order) =>
          hand.change(`lines ${performance.now()}`, (before) => withRows(before, 'line_items', order))
        }
      />
      <BookingTable
        draft={draft}
        offers={detail.offers}
        company={detail.buyer?.vat ?? null}
        change={(changes, step) => hand.change(step, (before) => withBookings(before, changes))}
        take={takeBookings}
      />
      {groupOf('notes')}
      <History detail={detail} />
    </div>
  );
}

/** Fields that belong together; those in which nothing stands, and what the address says already, are folded until they are asked for. */
function FieldGroup(props: {
  name: string;
  paths: string[];
  isShown: (path: string) => boolean;
  children: (path: string) => ReactNode;
}) {
  const { name, paths, isShown, children } = props;
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  // What was shown once stays: emptying a field must not take it away from under the caret.
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const more = paths.filter((path) => !shown.has(path) && isShown(path));
  if (more.length > 0) setShown(new Set([...shown, ...more]));
  const folded = paths.filter((path) => !shown.has(path));
  return (
    <section className="group" aria-label={t(`group.${name}`)}>
      <h2>
        {t(`group.${name}`)}
        {folded.length > 0 && (
          <button
            type="button"
            className="as-link fold"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t('review.fold') : t('review.unfold', { count: folded.length })}
          </button>
        )}
      </h2>
      {paths.filter((path) => unfolded || shown.has(path)).map(children)}
    </section>
  );
}

/** The warnings that hold now, each to be read before the invoice is confirmed. */
function ToCheck({ detail, read, now, hand, focusOn, onCut, onSeen }: ReviewFieldsProps) {
  const { draft } = hand;
  const { iban } = draft.invoice.bank_details;
  const knownAccounts = detail.known?.accounts ?? [];
  const isWarned = now.warnings.includes('iban_changed');
  // What is typed may be another account than the supplier's as well.
  const isTyped = iban !== null && iban !== read.invoice.bank_details.iban;
  const isOtherAccount = isWarned || (isTyped && knownAccounts.length > 0 && !knownAccounts.includes(iban));
  const otherForm = detail.duplicates.find(({ isOtherForm, isThere }) => isOtherForm && isThere);
  const others = now.warnings.filter((code) => code !== 'iban_changed');
  const checkAccount = (checked: boolean): void =>
    hand.change(`account ${checked}`, (before) => withAccountChecked(before, checked));
  const either = {
    onKeep: (path: string) => hand.change(`accept ${path}`, (before) => accepted(before, path)),
    onTake: (path: string, value: FieldValue) => hand.change(path, (before) => corrected(before, path, value)),
  };
  // Whoever has chosen between all that differs has read the warning; that a line is missing is named nowhere else.
  const onDecided = (): void => {
    if (read.stated?.every(({ value }) => value !== null)) onSeen('einvoice_mismatch');
    focusOn(undefined);
  };
  return (
    <>
      {others.length > 0 && (
        <Warnings
          codes={others}
          otherKind={read.otherKind}
          invoice={draft.invoice}
          buyer={detail.buyer}
          id={detail.row.id}
          duplicates={detail.duplicates}
          seen={draft.seenWarnings}
          onShow={focusOn}
          onCut={onCut}
          onSeen={onSeen}
        />
      )}
      {read.stated && detail.reviewedAt === null && (
        <EmbeddedForm draft={draft} stated={read.stated} onDone={onDecided} {...either} />
      )}
      {otherForm && detail.reviewedAt === null && (
        <OtherForm
          draft={draft}
          otherId={otherForm.documentId}
          isElectronic={read.signature !== undefined}
          onDone={() => focusOn(undefined)}
          {...either}
        />
      )}
      {isOtherAccount && (
        <AccountAlarm
          account={iban ?? ''}
          known={knownAccounts}
          accountOf={isTyped ? null : (detail.known?.accountOf ?? null)}
          lastKnown={detail.known?.last ?? null}
          checked={draft.accountChecked}
          seen={isWarned ? draft.seenWarnings.includes('iban_changed') : null}
          onChecked={checkAccount}
          onSeen={() => onSeen('iban_changed')}
          onWrong={() => focusOn('bank_details.iban')}
        />
      )}
    </>
  );
}
