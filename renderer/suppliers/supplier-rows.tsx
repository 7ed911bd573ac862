import { Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company, Supplier, Taught } from '../../server/contract/window.ts';
import { api } from '../api.ts';
import { Account } from '../components/account.tsx';
import { Answer } from '../components/answer.tsx';
import { Asked } from '../components/asked.tsx';
import { useFormats } from '../i18n/format.ts';
import { fieldLabel } from '../review/field-label.ts';
import { addressOf } from '../route.ts';

interface SupplierRowsProps {
  supplier: Supplier;
  companies: Company[];
  /** Its rows are gone, and with them where the focus was. */
  onForgotten: () => void;
}

/** One supplier, and below it, once they are asked for, the documents that it is known from. */
export function SupplierRows({ supplier, companies, onForgotten }: SupplierRowsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const below = useId();
  const [open, setOpen] = useState(false);
  const unfold = useRef<HTMLButtonElement>(null);
  const taught = useQuery({
    queryKey: ['suppliers', supplier.id],
    queryFn: () => api.taughtBySupplier(supplier.id),
    enabled: open,
  });
  const forget = useForgetting(() => api.forgetSupplier(supplier.id), onForgotten);
  const { name, vat, buyerVat, invoices, untouched, since, last, accounts, bookings, setAside } = supplier;
  const title = name ?? vat ?? t('suppliers.nameless');
  const company = companies.find((each) => each.vat === buyerVat)?.name ?? buyerVat;
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row" fw={400}>
          <Text fw={600} fz="sm" className="breaks">
            {title}
          </Text>
          {vat && name && <Text fz="sm">{vat}</Text>}
          <Text className="quiet" fz="xs">
            {t('inbox.for', { company })}
          </Text>
        </Table.Th>
        <Table.Td>
          {accounts.length === 0 && '–'}
          {accounts.map((account) => (
            <div key={account}>
              <Account account={account} />
            </div>
          ))}
        </Table.Td>
        <Table.Td>
          <button
            ref={unfold}
            type="button"
            className="as-link"
            aria-expanded={open}
            aria-controls={below}
            aria-label={t('suppliers.taughtBy', { count: invoices, supplier: title })}
            onClick={() => setOpen(!open)}
          >
            {t('suppliers.count', { count: invoices })}
          </button>
          <Text className="quiet" fz="xs">
            {t('suppliers.untouched', { share: formats.percent(untouched / invoices) })}
          </Text>
        </Table.Td>
        <Table.Td>
          {formats.day(last)}
          <Text className="quiet" fz="xs">
            {t('suppliers.since', { day: formats.day(since) })}
          </Text>
        </Table.Td>
        <Table.Td ta="right">
          <Asked
            label={t('suppliers.forget')}
            sure={t('suppliers.forgetSure')}
            name={`${t('suppliers.forget')}: ${title}`}
            act={() => forget.mutate()}
            loading={forget.isPending}
            danger
          />
          {forget.isError && <Failed />}
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr id={below}>
          <Table.Td colSpan={5}>
            {bookings > 0 && <Text fz="sm">{t('suppliers.bookings', { count: bookings })}</Text>}
            {setAside.length > 0 && (
              <Text fz="sm">
                {t('suppliers.setAside', { fields: setAside.map((path) => fieldLabel(t, path)).join(', ') })}
              </Text>
            )}
            <Answer query={taught}>
              {(list) => (
                <ul className="taught" aria-label={t('suppliers.taughtBy', { count: invoices, supplier: title })}>
                  {list.map((one) => (
                    <TaughtOne
                      key={one.documentId}
                      taught={one}
                      onForgotten={() => (unfold.current ? unfold.current.focus() : onForgotten())}
                    />
                  ))}
                </ul>
              )}
            </Answer>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

interface TaughtProps {
  taught: Taught;
  onForgotten: () => void;
}

function TaughtOne({ taught: { documentId, at, isThere, number, date }, onForgotten }: TaughtProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const undo = useForgetting(() => api.forgetTaught(documentId), onForgotten);
  const confirmed = t('suppliers.confirmed', { at: formats.time(at) });
  const which = [number, date && formats.typedDate(date)].filter(Boolean).join(', ');
  const name = which === '' ? confirmed : t('suppliers.invoice', { which });
  return (
    <li>
      {isThere ? (
        <span>
          <a href={addressOf({ screen: 'review', id: documentId })}>{name}</a>
          {which !== '' && <span className="quiet"> {confirmed}</span>}
        </span>
      ) : (
        <span>
          {confirmed} <span className="quiet">{t('suppliers.erased')}</span>
        </span>
      )}
      <Asked
        label={t('suppliers.undo')}
        sure={t('suppliers.undoSure')}
        name={`${t('suppliers.undo')}: ${name}`}
        act={() => undo.mutate()}
        loading={undo.isPending}
        danger
      />
      {undo.isError && <Failed />}
    </li>
  );
}

function Failed() {
  const { t } = useTranslation();
  return (
    <Text role="alert" className="wrong" fz="xs">
      {t('refused.other')}
    </Text>
  );
}

/** What is known of suppliers shows in their list and beside their invoices. */
function useForgetting(forget: () => Promise<void>, onForgotten: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: forget,
    onSuccess: async () => {
      await Promise.all(['suppliers', 'document'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      onForgotten();
    },
  });
}
