import { ActionIcon, Alert, Anchor, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentErrorCode } from '../../server/contract/document.ts';
import type { WindowState } from '../../server/contract/window.ts';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { ApiError } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import type { DraftHand } from './draft.ts';
import { DuplicateLinks } from './duplicate-links.tsx';
import { fieldLabel } from './field-label.ts';
import type { News } from './known-drafts.ts';
import { deleteSure } from './made-of.tsx';
import type { Neighbours } from './next-document.ts';
import { OriginalFile } from './original-file.tsx';

interface ReviewHeadProps {
  detail: DocumentDetail;
  title: string;
  /** How many fields are to be checked now. */
  doubtful: number;
  /** How many warnings hold now. */
  warnings: number;
  /** Where the warnings lead to the duplicates already. */
  isWarnedOfDuplicate: boolean;
  /** Where it stands in the list that it was opened from. */
  neighbours: Neighbours;
  hand: DraftHand;
  confirm: () => void;
  confirming: boolean;
  /** How many doubtful fields keep it from being confirmed, once that was asked for. */
  left: number;
  remove: () => void;
  /** Takes the confirmation back. */
  reopen: () => void;
  readAgain: () => void;
  readingAgain: boolean;
  help: () => void;
  problem: Error | null;
  /** Why reading the file once more gave nothing. */
  failedReading: DocumentErrorCode | null;
  /** Which company it is for. */
  children: ReactNode;
}

/** Which document it is, and what can be done with the whole of it. */
export function ReviewHead(props: ReviewHeadProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { detail, hand, neighbours, problem, failedReading } = props;
  const { row, reviewedAt, hasFile, known, duplicates, extraction } = detail;
  const open = Object.keys(hand.draft.unfinished).length;
  return (
    <div className="review-head">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Anchor href={addressOf({ screen: 'inbox' })} className="nowrap">
            {t('review.back')}
          </Anchor>
          <h1 className="review-title truncate">{props.title}</h1>
          {neighbours.at !== null && (
            <Text fz="sm" className="quiet nowrap">
              {t('review.position', { at: neighbours.at, of: neighbours.of })}
            </Text>
          )}
        </Group>
        <StateBadge
          state={shownState(row.state, props.doubtful + props.warnings + (detail.buyer ? 0 : 1))}
          doubtful={props.doubtful}
        />
      </Group>
      {duplicates.length > 0 && !props.isWarnedOfDuplicate && (
        <Text fz="sm">
          {t(duplicates.every(({ isOtherForm }) => isOtherForm) ? 'duplicates.otherFormOf' : 'duplicates.cameAgain')}{' '}
          <DuplicateLinks id={row.id} duplicates={duplicates} />
        </Text>
      )}
      {extraction?.signature && (
        <Text fz="sm" className={extraction.signature === 'altered' ? 'wrong' : 'quiet'}>
          {t(`signature.${extraction.signature}`)}
        </Text>
      )}
      <div className="review-acts">
        <Group gap="xs">
          <Button
            size="xs"
            data-confirm
            onClick={props.confirm}
            loading={props.confirming}
            disabled={props.readingAgain}
          >
            {t(reviewedAt ? 'review.confirmAgain' : 'review.confirm')}
          </Button>
          <Sign label={t('review.undo')} sign="↶" act={hand.undo} />
          <Sign label={t('review.redo')} sign="↷" act={hand.redo} />
          {hasFile && reviewedAt === null && (
            <Asked
              label={t('review.readAgain')}
              sure={t('review.readAgainSure')}
              act={props.readAgain}
              loading={props.readingAgain}
            />
          )}
          {reviewedAt !== null && detail.first && (
            <Asked label={t('review.reopen')} sure={t('review.reopenSure')} act={props.reopen} />
          )}
          <Asked label={t('review.delete')} sure={deleteSure(t, detail)} act={props.remove} danger />
          <Sign label={t('print.print')} sign={<Printer />} act={() => print()} />
          <Sign label={t('keys.open')} sign="?" act={props.help} />
          <OriginalFile detail={detail} />
        </Group>
        {props.children}
        {known && (
          <Text className="quiet known-supplier" fz="xs">
            {t('review.known', { count: known.invoices, last: formats.typedDate(known.last) })}
          </Text>
        )}
      </div>
      {open > 0 && (
        <Text role="status" fz="sm" mt={4} className="wrong">
          {t('review.unfinished', { count: open })}
        </Text>
      )}
      {props.left > 0 && (
        <Text role="status" fz="sm" mt={4} className="wrong">
          {t('review.left', { count: props.left })}
        </Text>
      )}
      {hand.news && <OfOthers news={hand.news} onRead={hand.readNews} />}
      {hand.unsaved && (
        <Text role="status" fz="sm" mt={4} className="wrong">
          {t('review.unsaved')}
        </Text>
      )}
      {failedReading && (
        <Alert color="red" mt="xs" role="alert">
          {t('review.readAgainFailed', { reason: t(`failed.${failedReading}`) })}
        </Alert>
      )}
      {problem && (
        <Alert color="red" mt="xs" role="alert">
          {t(`refused.${problem instanceof ApiError ? problem.code : 'other'}`, t('refused.other'))}
        </Alert>
      )}
    </div>
  );
}

/** What somebody else did to the document while it was open here. */
function OfOthers({ news: { changed, replaced, kept }, onRead }: { news: News; onRead: () => void }) {
  const { t } = useTranslation();
  const nameOf = (path: string): string => (path in listNames ? t(`group.${listNames[path]}`) : fieldLabel(t, path));
  const fields = changed.slice(0, MOST_NAMED).map(nameOf).join(', ') + (changed.length > MOST_NAMED ? ', …' : '');
  return (
    <Alert mt="xs" role="status" withCloseButton closeButtonLabel={t('uploads.close')} onClose={onRead}>
      {replaced ? t('others.replaced') : t('others.changed', { fields })} {kept && t('others.kept')}
    </Alert>
  );
}

const listNames: Record<string, string> = { line_items: 'lines', vat_breakdown: 'rates' };
const MOST_NAMED = 5;

function shownState(state: WindowState, toCheck: number): WindowState {
  if (state === 'confirmed') return state;
  return toCheck > 0 ? 'to_check' : 'ready';
}

function Printer() {
  return (
    <svg viewBox="0 0 16 16" width={14} height={14} fill="none" stroke="currentColor" aria-hidden>
      <path d="M4 5V1.5h8V5M4 12H1.5V5h13v7H12M4 9.5h8v5H4z" />
    </svg>
  );
}

function Sign({ label, sign, act }: { label: string; sign: ReactNode; act: (() => void) | null }) {
  return (
    <ActionIcon size={28} variant="default" aria-label={label} title={label} disabled={!act} onClick={() => act?.()}>
      {sign}
    </ActionIcon>
  );
}
