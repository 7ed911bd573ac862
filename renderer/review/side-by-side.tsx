import { Alert, Anchor, Button, Center, Group, Loader, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { documentName } from '../../server/checks/document-name.ts';
import { type FieldValue, fieldValues } from '../../server/checks/field-paths.ts';
import { kindOf } from '../../server/contract/fields.ts';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { addressOf, goTo } from '../route.ts';
import { differ } from './differ.ts';
import { fieldLabel } from './field-label.ts';
import { PageView } from './page-view.tsx';
import { shownText } from './typed-value.ts';

/** By these a person sees whether two documents are one invoice. */
const telling: readonly string[] = [
  'document_type',
  'vendor.name',
  'vendor.vat_number',
  'customer.name',
  'invoice_number',
  'invoice_date',
  'due_date',
  'total_amount',
  'currency',
  'bank_details.iban',
];

/** Two documents that seem to be one invoice: their values beside each other, what differs marked, and their pages. */
export function SideBySide({ id, other }: { id: string; other: string }) {
  const { t } = useTranslation();
  const both = useQueries({
    queries: [id, other].map((one) => ({ queryKey: ['document', one], queryFn: () => api.document(one) })),
  });
  useSideKeys(id, other);
  const [left, right] = both.map(({ data }) => data);
  if (left && right) return <Shown left={left} right={right} />;
  if (both.some(({ isPending }) => isPending)) {
    return (
      <Center h={300}>
        <Loader aria-label={t('loading')} />
      </Center>
    );
  }
  return (
    <Stack p="md" align="flex-start">
      <Alert color="red" title={t('review.loadFailed')}>
        <Button size="xs" variant="default" onClick={() => both.forEach(({ refetch }) => void refetch())}>
          {t('again')}
        </Button>
      </Alert>
      <Anchor href={addressOf({ screen: 'review', id })}>{t('review.back')}</Anchor>
    </Stack>
  );
}

/** The same keys as between a review and the list: each arrow leads to the document on its side. */
function useSideKeys(id: string, other: string): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      const to = ({ ArrowLeft: id, ArrowRight: other } as Record<string, string>)[key];
      if (!altKey || ctrlKey || metaKey || shiftKey || to === undefined) return;
      event.preventDefault();
      goTo({ screen: 'review', id: to });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [id, other]);
}

function Shown({ left, right }: { left: DocumentDetail; right: DocumentDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sides = [left, right];
  const likeness = left.duplicates.find((each) => each.documentId === right.row.id);
  const isPair = likeness?.isOtherForm === true;
  const names = sides.map(({ row }) => t('duplicates.added', { at: formats.time(row.createdAt) }));
  const values = sides.map(({ extraction }) => (extraction ? fieldValues(extraction.invoice) : new Map()));
  const [ofLeft, ofRight] = values;
  const saidBy = (of: (typeof values)[number] | undefined, path: string): FieldValue => of?.get(path) ?? null;
  // An e-invoice and its paper should say the same wherever both say something; of other copies it is asked which they are.
  const all = isPair ? [...new Set(values.flatMap((of) => [...of.keys()]))] : telling;
  const there = all.filter((path) => saidBy(ofLeft, path) !== null || saidBy(ofRight, path) !== null);
  const [ofBoth, ofOne] = [true, false].map((both) =>
    there.filter((path) => (saidBy(ofLeft, path) !== null && saidBy(ofRight, path) !== null) === both),
  ) as [string[], string[]];
  const differing = (isPair ? ofBoth : there).filter((path) =>
    differ(path, saidBy(ofLeft, path), saidBy(ofRight, path)),
  );
  const shown = there.filter((path) => telling.includes(path) || differing.includes(path));
  const said =
    ofLeft?.size === 0 || ofRight?.size === 0
      ? t('duplicates.gone')
      : likeness?.isSameFile
        ? t('duplicates.sameFile')
        : t(differing.length === 0 ? 'duplicates.same' : 'duplicates.differ', { count: differing.length });
  const text = (side: number, path: string): string => {
    const extraction = sides[side]?.extraction;
    const type = path === 'document_type' && extraction?.invoice.document_type;
    if (type) return t(`documentType.${documentName(type, extraction)}`);
    return shownText(saidBy(values[side], path), kindOf(path), formats) || '–';
  };
  return (
    <div className="side-by-side">
      <div className="side-by-side-head">
        <Group gap="sm" wrap="nowrap">
          <Anchor href={addressOf({ screen: 'review', id: left.row.id })} className="nowrap">
            {t('review.back')}
          </Anchor>
          <h1 className="review-title">{t(isPair ? 'duplicates.pair' : 'duplicates.title')}</h1>
        </Group>
        <Text fz="sm" role="status">
          {said} {isPair && ofOne.length > 0 && t('duplicates.ofOne', { count: ofOne.length })}
        </Text>
        <table aria-label={t('duplicates.values')}>
          <thead>
            <tr>
              <td />
              {sides.map(({ row }, side) => (
                <th key={row.id} scope="col">
                  <a href={addressOf({ screen: 'review', id: row.id })}>{names[side]}</a>
                  <span className="quiet">
                    {[' ', t(`state.${row.state}`), row.filename].filter(Boolean).join(' · ')}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((path) => (
              <tr key={path}>
                <th scope="row">{fieldLabel(t, path)}</th>
                {values.map((_of, side) => {
                  const Value = differing.includes(path) ? 'mark' : 'span';
                  return (
                    <td key={names[side]}>
                      <Value>{text(side, path)}</Value>
                      {differing.includes(path) && <span className="for-readers">{t('duplicates.isOther')}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sides.map(({ row, hasFile }, side) => (
        <PageView
          key={row.id}
          id={row.id}
          name={t(side === 0 ? 'duplicates.left' : 'duplicates.right')}
          pages={row.pages ?? 1}
          hasFile={hasFile}
          texts={[]}
          selected={null}
          candidate={null}
          hint={null}
          onWords={null}
        />
      ))}
    </div>
  );
}
