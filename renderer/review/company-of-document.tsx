import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { normalisePrintedVat } from '../../server/checks/vat-numbers.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import type { Company } from '../../server/contract/window.ts';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';

interface CompanyOfDocumentProps {
  detail: DocumentDetail;
  /** The customer as the invoice prints it. */
  printed: Invoice['customer'];
  /** Says that the document is this company's. @param isNew it is none of the window's companies yet */
  choose: (company: Company, isNew: boolean) => void;
  busy: boolean;
}

/** Which company the document is for. Where the invoice has not said it, only a person can. */
export function CompanyOfDocument({ detail, printed, choose, busy }: CompanyOfDocumentProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery({ queryKey: ['settings'], queryFn: api.settings });
  const { buyer, reviewedAt, hasFile } = detail;
  const companies = settings?.companies ?? [];
  const vat = printed.vat_number && normalisePrintedVat(printed.vat_number, printed.country);
  const unlisted = vat && !companies.some((company) => company.vat === vat) ? { vat, name: printed.name } : null;
  const isOnlyOne = companies.length < 2 && unlisted === null;
  if (buyer && (isOnlyOne || detail.row.origin === 'api')) return null;
  if (buyer && (reviewedAt !== null || !hasFile)) {
    return (
      <Text className="quiet" fz="sm">
        {t('inbox.for', { company: nameOf(buyer) })}
      </Text>
    );
  }
  const known = buyer && !companies.some(({ vat }) => vat === buyer.vat) ? [buyer, ...companies] : companies;
  const picker = (
    <Select
      size="xs"
      w="100%"
      maw={400}
      searchable
      allowDeselect={false}
      disabled={busy}
      aria-label={t('review.company')}
      placeholder={t('review.chooseCompany')}
      value={buyer?.vat ?? null}
      data={known.map((company) => ({ value: company.vat, label: nameOf(company) }))}
      onChange={(chosen) => {
        const company = companies.find(({ vat }) => vat === chosen);
        if (company && company.vat !== buyer?.vat) choose(company, false);
      }}
    />
  );
  const choices = (
    <Group gap="xs" className="company-of-document">
      {picker}
      {unlisted && unlisted.vat !== buyer?.vat && (
        <Button size="xs" variant="default" loading={busy} onClick={() => choose(unlisted, true)}>
          {t('company.addPrinted', { company: nameOf(unlisted) })}
        </Button>
      )}
    </Group>
  );
  if (buyer) return choices;
  return (
    <section className="alarm" role="status" aria-label={t('company.unknown')}>
      <h2>{t('company.unknown')}</h2>
      <Text fz="sm" mb={6}>
        {t('company.unknownWhy')}
      </Text>
      {choices}
    </section>
  );
}

function nameOf({ vat, name }: Company): string {
  return name ? `${name} (${vat})` : vat;
}
