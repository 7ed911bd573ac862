import { Code, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WindowSettings } from '../../server/contract/window.ts';
import { Section } from './section.tsx';

/** What the machine's policy settles, which nobody can change here, and how the server is recognised from elsewhere. */
export function Administrator({ settings }: { settings: WindowSettings }) {
  const { t } = useTranslation();
  const policy = Object.entries(settings.policy);
  return (
    <>
      {policy.length > 0 && (
        <Section title={t('policy.title')} hint={t('policy.hint')}>
          <Table>
            <Table.Tbody>
              {policy.map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Td>{t(`policy.${name}`)}</Table.Td>
                  <Table.Td>
                    <Code>{value}</Code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {settings.fingerprint !== null && (
        <Section title={t('policy.certificate')}>
          <Text mb="xs">{t('policy.fingerprint')}</Text>
          <Code block>{settings.fingerprint}</Code>
        </Section>
      )}
    </>
  );
}
