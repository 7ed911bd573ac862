import { Button, Group, ScrollArea, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { Appearance } from '../components/appearance.tsx';
import { Administrator } from './administrator.tsx';
import { Section } from './section.tsx';

/** How the window looks, which program this is, and whose work is in it. */
export function About({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const licences = useQuery({
    queryKey: ['licences'],
    queryFn: async () => (await import('virtual:licences')).default,
  });
  return (
    <>
      <Section title={t('about.look')}>
        <Group justify="flex-start">
          <Appearance language={settings.policy.language} />
        </Group>
      </Section>
      <Section title={t('settings.version', { version: settings.version })} hint={t('about.what')}>
        {!window.desktop && (
          <Button variant="default" onClick={() => void api.signOut().then(() => location.reload())}>
            {t('settings.signOut')}
          </Button>
        )}
      </Section>
      <Administrator settings={settings} />
      <Section title={t('about.licences')} hint={t('about.licencesHint')}>
        <Answer query={licences}>
          {(list) => (
            <ScrollArea h={320} viewportProps={{ tabIndex: 0, 'aria-label': t('about.licences') }}>
              <Table aria-label={t('about.licences')} verticalSpacing={4} stickyHeader>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('about.package')}</Table.Th>
                    <Table.Th>{t('about.version')}</Table.Th>
                    <Table.Th>{t('about.licence')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {list.map(({ name, version, licence, text }) => (
                    <Table.Tr key={`${name} ${version}`}>
                      <Table.Td>
                        {text ? <LicenceText name={name} text={text} /> : <Text fz="sm">{name}</Text>}
                      </Table.Td>
                      <Table.Td>{version}</Table.Td>
                      <Table.Td>{licence}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea>
          )}
        </Answer>
      </Section>
    </>
  );
}

/** Hundreds of texts are in the list: each is drawn when somebody wants to read it. */
function LicenceText({ name, text }: { name: string; text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && <pre className="licence-text">{text}</pre>}
    </details>
  );
}
