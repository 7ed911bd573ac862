import { Button, CloseButton, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxQuery } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Asked } from '../components/asked.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { actOnAll, confirmOne } from './chosen-acts.ts';
import { choose, chooseNone, useInboxView } from './inbox-view.ts';

const PaymentDay = lazy(() => import('../due/payment-day.tsx').then((module) => ({ default: module.PaymentDay })));

type ChosenAct = { kind: 'confirm' } | { kind: 'delete' } | { kind: 'pay'; on: string };

interface Ended {
  act: ChosenAct['kind'];
  done: number;
  left: number;
  /** What was listed then. */
  query: InboxQuery;
}

/** What can be done with the ticked rows together. It stays until what came of it was read, or something else is listed. */
export function ChosenBar() {
  const { t } = useTranslation();
  const { chosen, query } = useInboxView();
  const [behind, setBehind] = useState({ now: 0, of: 0 });
  const [last, setEnded] = useState<Ended | null>(null);
  const ended = last?.query === query ? last : null;
  const [paying, setPaying] = useState(false);
  const stop = useRef(new AbortController());
  const run = useMutation({
    async mutationFn(act: ChosenAct) {
      const ids = [...chosen];
      stop.current = new AbortController();
      setEnded(null);
      setBehind({ now: 0, of: ids.length });
      let done: ReadonlySet<string> = new Set();
      try {
        done = await actOnAll(
          actOf(act),
          ids,
          (now, soFar) => {
            done = soFar;
            setBehind({ now, of: ids.length });
          },
          stop.current.signal,
        );
      } finally {
        // Where one found no answer, the others need not ask.
        stop.current.abort();
        // What is left stays ticked, so that it can be looked at.
        choose([...done], false);
        setEnded({ act: act.kind, done: done.size, left: ids.length - done.size, query });
      }
    },
  });
  if (chosen.size === 0 && !ended && !run.isPending) return null;
  return (
    <section className="chosen-bar" aria-label={t('chosen.label')}>
      {paying && (
        <Suspense>
          <PaymentDay
            title={t('payment.several', { count: chosen.size })}
            saving={false}
            onSave={(on) => [setPaying(false), run.mutate({ kind: 'pay', on })]}
            onClose={() => setPaying(false)}
          >
            <Text fz="sm">{t('chosen.payHint')}</Text>
          </PaymentDay>
        </Suspense>
      )}
      {run.isPending ? (
        <>
          <Text role="status" fz="sm">
            {t('chosen.progress', behind)}
          </Text>
          <Progress flex={1} value={(behind.now / behind.of) * 100} aria-label={t('chosen.label')} />
          <Button size="xs" variant="default" onClick={() => stop.current.abort()}>
            {t('chosen.stop')}
          </Button>
        </>
      ) : (
        <>
          <Text fw={600} fz="sm" className="nowrap">
            {chosen.size > 0 && t('chosen.count', { count: chosen.size })}
          </Text>
          <Text role="status" fz="sm" flex={1}>
            {ended && ended.done > 0 && t(`chosen.${ended.act}Done`, { count: ended.done })}{' '}
            {ended && ended.left > 0 && t(`chosen.${ended.act}Left`, { count: ended.left })}{' '}
            {run.isError && <span className="wrong">{t('refused.other')}</span>}
          </Text>
          <Group gap="xs">
            {chosen.size > 0 ? (
              <>
                <Button size="xs" onClick={() => run.mutate({ kind: 'confirm' })}>
                  {t('chosen.confirm')}
                </Button>
                <Asked
                  label={t('chosen.delete')}
                  sure={t('chosen.deleteSure', { count: chosen.size })}
                  act={() => run.mutate({ kind: 'delete' })}
                  danger
                />
                <Button size="xs" variant="default" onClick={() => setPaying(true)}>
                  {t('chosen.pay')}
                </Button>
                <ExportMenu chosen={chosen} />
                <Button size="xs" variant="subtle" onClick={() => [chooseNone(), setEnded(null)]}>
                  {t('inbox.untick')}
                </Button>
              </>
            ) : (
              <CloseButton aria-label={t('uploads.close')} onClick={() => setEnded(null)} />
            )}
          </Group>
        </>
      )}
    </section>
  );
}

function actOf(act: ChosenAct): (id: string) => Promise<unknown> {
  if (act.kind === 'confirm') return confirmOne;
  return act.kind === 'delete' ? (id) => api.deleteDocument(id) : (id) => api.pay(id, { on: act.on, amount: null });
}
