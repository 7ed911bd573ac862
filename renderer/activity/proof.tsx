import { Paper, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WindowProof } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { Answer } from '../components/answer.tsx';
import { useFormats } from '../i18n/format.ts';

const levels = ['high', 'medium', 'low'] as const;

/** How often reading was right, as this office's own confirmations of a year say. */
export function Proof() {
  const { t } = useTranslation();
  const query = useQuery({ queryKey: ['proof'], queryFn: api.proof });
  return (
    <Paper withBorder p="md" mt="md" component="section" aria-label={t('proof.title')}>
      <h2>{t('proof.title')}</h2>
      <Answer query={query}>{(proof) => <Shown proof={proof} />}</Answer>
    </Paper>
  );
}

function Shown({ proof }: { proof: WindowProof }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { documents, unconfirmed, untouched, added, savedSeconds, suppliers } = proof;
  return (
    <>
      <Text fz="sm">
        {t('proof.documents', { count: documents })} {unconfirmed > 0 && t('proof.unconfirmed', { count: unconfirmed })}
      </Text>
      {documents > 0 && (
        <>
          <Text fz="sm">
            {t('proof.untouched', { share: formats.percent(untouched / documents), count: untouched })}{' '}
            {t('proof.saved', { count: Math.round(savedSeconds / 60) })}
          </Text>
          <Table aria-label={t('proof.levels')} verticalSpacing={4} my="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('proof.level')}</Table.Th>
                {(['right', 'corrected', 'share', 'unseen'] as const).map((column) => (
                  <Table.Th key={column} ta="right">
                    {t(`proof.${column}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="figures">
              {levels.map((level) => {
                const { right, corrected, unseen } = proof.levels[level];
                const seen = right + corrected;
                return (
                  <Table.Tr key={level}>
                    <Table.Th scope="row">{t(`level.${level}`)}</Table.Th>
                    <Table.Td ta="right">{formats.number(right)}</Table.Td>
                    <Table.Td ta="right">{formats.number(corrected)}</Table.Td>
                    <Table.Td ta="right">{seen === 0 ? '–' : formats.percent(right / seen)}</Table.Td>
                    <Table.Td ta="right" className="quiet">
                      {formats.number(unseen)}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
          {added > 0 && (
            <Text fz="sm" mb="sm">
              {t('proof.added', { count: added })}
            </Text>
          )}
        </>
      )}
      {suppliers.length > 0 && (
        <Table aria-label={t('proof.bySupplier')} verticalSpacing={4} mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('suppliers.supplier')}</Table.Th>
              <Table.Th ta="right">{t('proof.corrected')}</Table.Th>
              <Table.Th>{t('proof.mostCorrected')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {suppliers.map(({ name, corrected, fields }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} className="breaks">
                  {name ?? t('proof.others')}
                </Table.Th>
                <Table.Td ta="right" className="figures">
                  {formats.number(corrected)}
                </Table.Td>
                <Table.Td>
                  {fields.map(({ path, count }) => `${nameOf(path)} (${formats.number(count)})`).join(', ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text className="quiet" fz="xs">
        {t('proof.how')}
      </Text>
    </>
  );

  /** A field of any line or rate, without saying of which. */
  function nameOf(path: string): string {
    const lists: Record<string, string> = { line_items: 'lines', vat_breakdown: 'rates' };
    return path in lists ? t(`group.${lists[path]}`) : t(`field.${path.replace('.*.', '_').replaceAll('.', '_')}`);
  }
}
