import { Alert, Anchor, Button, Checkbox, Group, List, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxFolderPath } from '../../server/contract/limits.ts';
import type { ExportFolder, ExportPlace, ProgramForms, WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { useTargets } from '../export/to-export.ts';
import { addressOf } from '../route.ts';
import { useChosenAtOnce } from './chosen-at-once.ts';
import { Section } from './section.tsx';

/** The folder that confirmed invoices are written to by themselves, for which program, and how it stands with it. */
export function Exporting({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { exportFolder, exportFolderIsSettled, exporting } = settings;
  const programs = (useTargets() ?? []).filter(({ perCompany }) => perCompany);
  const [picked, setPicked] = useState(exportFolder?.target ?? null);
  const [typed, setTyped] = useState(exportFolder?.path ?? '');
  const target = picked ?? programs[0]?.name ?? null;
  const isByDay = programs.some(({ name, perInvoice }) => name === target && !perInvoice);
  const save = useMutation({
    mutationFn: (place: ExportPlace | null) => api.setPreferences({ exportFolder: place }),
    onSuccess: (now) => {
      queries.setQueryData(['settings'], now);
      setTyped(now.exportFolder?.path ?? '');
    },
  });
  const isCurrent = exporting?.path === exportFolder?.path && exporting?.target === exportFolder?.target;
  return (
    <>
      <Section title={t('exporting.section')} hint={t('exporting.hint')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (target !== null) save.mutate({ target, path: typed.trim() });
          }}
        >
          <Group align="flex-end">
            <Select
              w={220}
              label={t('toExport.program')}
              allowDeselect={false}
              value={target}
              readOnly={exportFolderIsSettled}
              data={programs.map(({ name }) => ({ value: name, label: t(`exportTarget.${name}`) }))}
              onChange={setPicked}
            />
            <TextInput
              flex="1 1 260px"
              label={t('watched.path')}
              description={t('watched.pathHint')}
              value={typed}
              maxLength={maxFolderPath}
              readOnly={exportFolderIsSettled}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {!exportFolderIsSettled && (
              <Button type="submit" variant="default" loading={save.isPending} disabled={typed.trim() === ''}>
                {t('company.save')}
              </Button>
            )}
            {!exportFolderIsSettled && exportFolder !== null && (
              <Button variant="default" onClick={() => save.mutate(null)}>
                {t('exporting.stop')}
              </Button>
            )}
          </Group>
        </form>
        {exportFolderIsSettled && (
          <Text className="quiet" fz="sm" mt={4}>
            {t('policy.title')}
          </Text>
        )}
        {save.isError && (
          <Alert mt="sm" color="red" role="alert">
            {t('exporting.unusable')}
          </Alert>
        )}
        {exporting && isCurrent && <Standing exporting={exporting} />}
      </Section>
      <Section title={t('programForms.title')} hint={t('programForms.hint')}>
        <Forms forms={settings.programForms} />
      </Section>
      <Section title={t('exporting.how')}>
        <List spacing={6} size="sm">
          {[isByDay ? 'package' : 'confirmed', 'company', 'left_out', 'changed'].map((rule) => (
            <List.Item key={rule}>{t(`exporting.rule_${rule}`)}</List.Item>
          ))}
        </List>
      </Section>
    </>
  );
}

/** What the programs of this office take otherwise than is usual; it holds for every way of exporting. */
function Forms({ forms }: { forms: ProgramForms }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (programForms: ProgramForms) => api.setPreferences({ programForms }),
    onSuccess: (now) => void queries.setQueryData(['settings'], now),
  });
  const [shown, choose] = useChosenAtOnce(forms, save);
  return (
    <Stack gap="xs">
      {(['sagaBareCodes', 'winmentorComma', 'winmentorVatCodes'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`programForms.${name}`)}
          checked={shown[name]}
          onChange={({ currentTarget }) => choose({ ...shown, [name]: currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

function Standing({ exporting }: { exporting: ExportFolder }) {
  const { t } = useTranslation();
  const { state, written, leftOut, target } = exporting;
  return (
    <Alert mt="sm" color={state === 'writing' ? 'green' : 'orange'} role="status">
      <Stack gap={4}>
        <Text fz="sm">{t(`exportState.${state}`)}</Text>
        {written > 0 && <Text fz="sm">{t('exporting.written', { count: written })}</Text>}
        {leftOut > 0 && (
          <Text fz="sm">
            {t('exporting.leftOut', { count: leftOut })}{' '}
            <Anchor href={addressOf({ screen: 'inbox' }, { toExport: target })} fz="sm">
              {t('watched.look')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
