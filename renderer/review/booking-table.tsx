import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookedDescriptions, bookedList } from '../../server/checks/bookings.ts';
import { type Booking, type BookingPart, bookingParts, saysAnything } from '../../server/contract/booking.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import type { WindowSettings } from '../../server/contract/window.ts';
import type { BookingOffers, ReviewDraft } from '../../server/contract/window-review.ts';
import { api } from '../api.ts';
import { useFormats } from '../i18n/format.ts';
import { BookingCell, type KnownAccount } from './booking-cell.tsx';
import { bookingsIn, type Offer, offersFor } from './edit-bookings.ts';
import { sameData } from './same-data.ts';

/** So many invoices are named as the reason of an offer. */
const mostNamed = 3;

interface BookingTableProps {
  draft: ReviewDraft;
  offers: BookingOffers | null;
  /** The VAT number of the company whose books they are. */
  company: string | null;
  change: (changes: ReadonlyMap<number, Partial<Booking>>, step: string) => void;
  /** Takes all that is offered. */
  take: () => void;
}

/**
 * Where each line goes in the books, or each VAT rate of an invoice without lines. What earlier invoices say stands grey in its cell, with the reason below, until a
 * person takes it. Folded where the company's program takes no such thing.
 */
export function BookingTable({ draft, offers, company, change, take }: BookingTableProps) {
  const { t } = useTranslation();
  const takesBookings = useTakesBookings();
  const { data } = useQuery({
    queryKey: ['accounts', company],
    queryFn: () => api.accounts(company ?? ''),
    enabled: company !== null,
  });
  const accounts = useMemo(() => new Map(data?.accounts.map(({ code, name }) => [code, name])), [data]);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [row, setRow] = useState<number | null>(null);
  const table = useRef<HTMLElement>(null);
  const list = bookedList(draft.invoice);
  const lines = bookedDescriptions(draft.invoice);
  const bookings = bookingsIn(draft);
  const offered = offersFor(draft, offers);
  const count = offered.filter((offer) => offer !== null).length;
  const isOpen = chosen ?? (takesBookings || count > 0 || bookings.some(saysAnything));
  const focus = (index: number, part: BookingPart): void =>
    table.current?.querySelector<HTMLElement>(`[data-booking="${index}.${part}"]`)?.focus();
  const acts: BookingActs = {
    change: (index, part, value) => change(new Map([[index, { [part]: value }]]), `booking ${index} ${part}`),
    fillDown: (index, part) => {
      const below = lines.flatMap((_line, at) =>
        at > index ? [[at, { [part]: bookings[index]![part] }] as const] : [],
      );
      change(new Map(below), `fill booking ${performance.now()}`);
    },
    focus,
    select: setRow,
  };
  const current = useRef(acts);
  current.current = acts;
  const [stable] = useState<BookingActs>(() => ({
    change: (...what) => current.current.change(...what),
    fillDown: (...from) => current.current.fillDown(...from),
    focus: (...to) => current.current.focus(...to),
    select: (index) => current.current.select(index),
  }));
  if (lines.length === 0) return null;
  const accountOf = (account: string | null): KnownAccount => {
    if (account === null || accounts.size === 0) return null;
    return accounts.has(account) ? { name: accounts.get(account) ?? null } : 'unknown';
  };
  const reasonOf = row === null ? offered.find((offer) => offer !== null) : offered[row];
  return (
    <section aria-label={t('booking.title')} className="group" ref={table}>
      <h2>
        {t('booking.title')}
        <button type="button" className="as-link fold" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          {t(isOpen ? 'booking.fold' : 'booking.unfold')}
        </button>
      </h2>
      {isOpen && (
        <>
          <datalist id={accountList}>
            {[...accounts].map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </datalist>
          <div className="lines-scroll">
            <table className="lines bookings">
              <thead>
                <tr>
                  <th scope="col" className="booking-line">
                    {t(`booking.${list}`)}
                  </th>
                  {bookingParts.map((part) => (
                    <th key={part} scope="col" className={`booking-${part}`}>
                      {t(`booking.${part}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map((description, index) => (
                  <BookingRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                    key={index}
                    index={index}
                    list={list}
                    description={description}
                    booking={bookings[index]!}
                    offer={offered[index]?.booking ?? null}
                    account={accountOf(bookings[index]!.account)}
                    acts={stable}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {count > 0 && (
            <div className="sums booking-offers">
              <span role="status" className="quiet">
                {reasonOf && offers && <Reason offer={reasonOf} invoices={offers.invoices} />}
              </span>
              <button type="button" className="as-link" onClick={take} title="Alt+C">
                {t('booking.take', { count })}
              </button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

const accountList = 'company-accounts';

interface BookingActs {
  change(index: number, part: BookingPart, value: string | null): void;
  fillDown(index: number, part: BookingPart): void;
  focus(index: number, part: BookingPart): void;
  select(index: number): void;
}

interface BookingRowProps {
  index: number;
  /** What it is a row of. */
  list: keyof Invoice;
  description: string | null;
  booking: Booking;
  offer: Booking | null;
  account: KnownAccount;
  acts: BookingActs;
}

const BookingRow = memo(function BookingRow({
  index,
  list,
  description,
  booking,
  offer,
  account,
  acts,
}: BookingRowProps) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, part: BookingPart): void => {
    const act = actionFor(event, index, part, acts, booking[part] === null ? (offer?.[part] ?? null) : null);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <tr>
      <th scope="row" className="booking-line" title={description ?? undefined}>
        {list === 'line_items' && `${index + 1}. `}
        {description}
      </th>
      {bookingParts.map((part) => (
        <td key={part}>
          <BookingCell
            index={index}
            name={t(`field.in_${list}`, { number: index + 1, name: t(`booking.${part}`) })}
            part={part}
            value={booking[part]}
            offered={booking[part] === null ? (offer?.[part] ?? null) : null}
            onChange={(value) => acts.change(index, part, value)}
            onFocus={() => acts.select(index)}
            onKeyDown={onKeyDown}
            {...(part === 'account' && { list: accountList, known: account })}
          />
        </td>
      ))}
    </tr>
  );
}, sameData);

/** The same keys as in the lines: `=` takes what is offered there. */
function actionFor(
  { key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent<HTMLElement>,
  index: number,
  part: BookingPart,
  acts: BookingActs,
  offered: string | null,
): (() => void) | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    return key.toLowerCase() === 'd' && !shiftKey ? () => acts.fillDown(index, part) : null;
  }
  if (key === '=' && offered !== null) return () => acts.change(index, part, offered);
  if (key === 'Enter') return () => acts.focus(index + (shiftKey ? -1 : 1), part);
  // A list of choices has the arrows for itself.
  if (target instanceof HTMLSelectElement || shiftKey) return null;
  if (key === 'ArrowUp') return () => acts.focus(index - 1, part);
  return key === 'ArrowDown' ? () => acts.focus(index + 1, part) : null;
}

/** Because of which invoices something is offered: by their numbers, or when they were confirmed where those are gone. */
function Reason({ offer, invoices }: { offer: Offer; invoices: BookingOffers['invoices'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const reasons = offer.because.flatMap((index) => invoices[index] ?? []);
  const names = reasons
    .slice(0, mostNamed)
    .map(({ number, at }) => number ?? t('booking.confirmedOn', { date: formats.day(at) }));
  const more = reasons.length - names.length;
  const named = [...names, ...(more > 0 ? [t('booking.more', { count: more })] : [])].join('; ');
  return t('booking.because', { count: reasons.length, invoices: named });
}

/** Whether one of the programs that this window exports to takes where lines go. */
function useTakesBookings(): boolean {
  const { data: settings } = useQuery<WindowSettings>({ queryKey: ['settings'], queryFn: () => api.settings() });
  const { data: targets = [] } = useQuery({
    queryKey: ['export-targets'],
    queryFn: api.exportTargets,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const used = [settings?.exportTarget, settings?.exportFolder?.target];
  return targets.some(({ name, takesBookings }) => takesBookings && used.includes(name));
}
