import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PageRange } from '../../server/contract/invoice.ts';
import type { Company } from '../../server/contract/window.ts';
import type { Arrange, Arranged, DocumentDetail, ReadAgain } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { goTo } from '../route.ts';
import type { DraftHand } from './draft.ts';
import { forgetDraft } from './known-drafts.ts';
import type { Neighbours } from './next-document.ts';

/** Done with one document, to the next one of the list; where it was the last, back to the list. */
function goOnTo(queries: QueryClient, next: string | null): void {
  // It has left lists that are out of sight, and those are not to be shown as they were, with it in its row.
  void queries.invalidateQueries({ queryKey: ['rows'] });
  goTo(next ? { screen: 'review', id: next } : { screen: 'inbox' });
}

/** What can be done with the whole of a document that is in review: one after the other, and the draft is closed meanwhile. */
export function useDocumentActs(detail: DocumentDetail, hand: DraftHand, neighbours: Neighbours) {
  const queries = useQueryClient();
  const { row } = detail;
  const closing = {
    onMutate: () => {
      hand.close(true);
      forgetEnded();
    },
    onError: () => hand.close(false),
  };
  const confirm = useMutation({
    ...closing,
    mutationFn: async () => {
      // The last save may still be on its way, and what is confirmed takes its place.
      await hand.settled();
      // What is confirmed may leave the list before the answer is here.
      // Where the next one cannot be asked for, the inbox says what is wrong.
      const next = await neighbours.askNext().catch(() => null);
      await api.confirm(row.id, hand.sent());
      forgetDraft(row.id);
      return next;
    },
    onError: () => {
      hand.close(false);
      // It may be another window that was quicker.
      void queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
    onSuccess: async (next) => {
      goOnTo(queries, next);
      await queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
  });
  const remove = useMutation({
    ...closing,
    mutationFn: async () => {
      // What is deleted has left the list before the answer is here.
      const next = await neighbours.askNext().catch(() => null);
      await api.deleteDocument(row.id);
      return next;
    },
    onSuccess: (next) => {
      forgetDraft(row.id);
      goOnTo(queries, next);
    },
  });
  const reopen = useMutation({
    ...closing,
    mutationFn: () => api.reopen(row.id),
    onSuccess: async () => {
      forgetDraft(row.id);
      for (const key of [['document', row.id], ['rows'], ['ids']]) await queries.invalidateQueries({ queryKey: key });
    },
  });
  const readOnceMore = {
    ...closing,
    onSuccess: async ({ errorCode }: ReadAgain) => {
      if (errorCode) return hand.close(false);
      forgetDraft(row.id);
      for (const key of [['text', row.id], ['document', row.id], ['rows']]) {
        await queries.invalidateQueries({ queryKey: key });
      }
    },
  };
  const readAgain = useMutation({ ...readOnceMore, mutationFn: () => api.readAgain(row.id) });
  const setCompany = useMutation({
    ...readOnceMore,
    mutationFn: async ({ company, isNew }: { company: Company; isNew: boolean }) => {
      if (isNew) queries.setQueryData(['settings'], await api.saveCompany(company));
      return api.setDocumentCompany(row.id, company.vat);
    },
  });
  const split = useMutation({
    ...readOnceMore,
    mutationFn: (parts: PageRange[]) => api.split(row.id, { reading: detail.reading ?? '', parts }),
  });
  const join = useMutation({ ...readOnceMore, mutationFn: () => api.join(row.id) });
  const goOn = {
    ...closing,
    onError: () => {
      hand.close(false);
      void queries.invalidateQueries({ queryKey: ['document', row.id] });
    },
    onSuccess: async ({ id }: Arranged) => {
      forgetDraft(row.id);
      // What was known of it said that another one stands in its place.
      queries.removeQueries({ queryKey: ['document', id] });
      goTo({ screen: 'review', id });
      for (const key of [['document'], ['rows'], ['ids']]) await queries.invalidateQueries({ queryKey: key });
    },
  };
  const arrange = useMutation({
    ...goOn,
    mutationFn: (wish: Omit<Arrange, 'reading'>) => api.arrange(row.id, { ...wish, reading: detail.reading ?? '' }),
  });
  const restore = useMutation({ ...goOn, mutationFn: () => api.restore(row.id) });
  const all = [confirm, remove, reopen, readAgain, setCompany, split, join, arrange, restore];
  // What did not come through says nothing any more once something else was done or typed.
  const forgetEnded = (): void => {
    for (const act of all) if (act.isError || act.isSuccess) act.reset();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the draft is another one
  useEffect(forgetEnded, [hand.draft]);
  const readingAgain = [readAgain, setCompany, split, join].some(({ isPending }) => isPending);
  const busy = readingAgain || [confirm, remove, reopen, arrange, restore].some(({ isPending }) => isPending);
  return {
    ...{ confirm, remove, reopen, readAgain, setCompany, split, join, arrange, restore, readingAgain, busy },
    problem: all.find(({ error }) => error !== null)?.error ?? null,
    /** Why reading the file once more gave nothing. */
    failedReading: [readAgain, setCompany, split, join].find(({ data }) => data?.errorCode)?.data?.errorCode ?? null,
  };
}
