import { Button, CloseButton, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Asked } from '../components/asked.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { actOnAll, type ChosenAct } from './chosen-acts.ts';
import { choose, chooseNone, useInboxView } from './inbox-view.ts';

interface Ended {
  act: ChosenAct;
  done: number;
  left: number;
}

/** What can be done with the ticked rows together. It stays until what came of it was read. */
export function ChosenBar() {
  const { t } = useTranslation();
  const { chosen } = useInboxView();
  const [behind, setBehind] = useState({ now: 0, of: 0 });
  const [ended, setEnded] = useState<Ended | null>(null);
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
          act,
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
        setEnded({ act, done: done.size, left: ids.length - done.size });
      }
    },
  });
  if (chosen.size === 0 && !ended && !run.isPending) return null;
  return (
    <section className="chosen-bar" aria-label={t('chosen.label')}>
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
          <Group gap="xs" wrap="nowrap">
            {chosen.size > 0 ? (
              <>
                <Button size="xs" onClick={() => run.mutate('confirm')}>
                  {t('chosen.confirm')}
                </Button>
                <Asked
                  label={t('chosen.delete')}
                  sure={t('chosen.deleteSure', { count: chosen.size })}
                  act={() => run.mutate('delete')}
                  danger
                />
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
