import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookingPart, deductibilities, mostBookingCode } from '../../server/contract/booking.ts';

/** What the company's list says of an account: its name; null where there is no list, or nothing stands in the cell. */
export type KnownAccount = { name: string | null } | 'unknown' | null;

interface BookingCellProps {
  index: number;
  /** Of what it is, for those who hear it. */
  name: string;
  part: BookingPart;
  value: string | null;
  /** Shown grey while nothing stands in it. */
  offered: string | null;
  /** The element with the codes that there are. */
  list?: string;
  known?: KnownAccount;
  onChange: (value: string | null) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, part: BookingPart) => void;
}

/** A part of where a line goes in the books: a code that is typed, or a choice. */
export function BookingCell(props: BookingCellProps) {
  const { index, name, part, value, offered, list, known = null, onChange, onFocus, onKeyDown } = props;
  const { t } = useTranslation();
  const [typing, setTyping] = useState<string | null>(null);
  const shared = {
    'aria-label': name,
    'data-booking': `${index}.${part}`,
    onFocus,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === '=') setTyping(null);
      onKeyDown(event, part);
    },
  };
  if (part === 'deductibility') {
    return (
      <select
        {...shared}
        className={value === null && offered !== null ? 'cell cell-offered' : 'cell'}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      >
        <option value="">{offered === null ? t('booking.full') : `= ${t(`booking.${offered}`)}`}</option>
        {deductibilities.map((one) => (
          <option key={one} value={one}>
            {t(`booking.${one}`)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      className={known === 'unknown' ? 'cell cell-doubtful' : 'cell'}
      title={known === 'unknown' ? t('accounts.unknown') : (known?.name ?? undefined)}
      list={list}
      value={typing ?? value ?? ''}
      placeholder={offered === null ? undefined : `= ${offered}`}
      maxLength={mostBookingCode}
      autoComplete="off"
      onBlur={() => setTyping(null)}
      onChange={({ currentTarget }) => {
        setTyping(currentTarget.value);
        onChange(currentTarget.value.trim() || null);
      }}
    />
  );
}
