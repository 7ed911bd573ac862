import { useTranslation } from 'react-i18next';

export interface Formats {
  /** The decimal separator that a reader of this language types. */
  decimal: ',' | '.';
  /** As many decimals as the number has. */
  number(value: number): string;
  /** Two decimals at least, with the currency behind it where it is known. */
  money(value: number, currency: string | null): string;
  /** @param date ISO 8601 date */
  date(date: string): string;
  /** With its weekday. @param date ISO 8601 date */
  weekday(date: string): string;
  /** The same in numbers, as it is typed. */
  typedDate(date: string): string;
  /** Its date where the reader is. @param timestamp ISO 8601 with time */
  day(timestamp: string): string;
  /** @param timestamp ISO 8601 with time */
  time(timestamp: string): string;
  /** The same without the year. */
  moment(timestamp: string): string;
  /** Day and month. @param date ISO 8601 date */
  shortDate(date: string): string;
  /** @param month YYYY-MM */
  month(month: string): string;
  /** @param share from 0 to 1; rounded down, so that 100 % means all of them */
  percent(share: number): string;
  /** How far away it is, in days, or in hours on the last two. @param timestamp ISO 8601 with time */
  until(timestamp: string): string;
}

/** Made once for each language: a formatter costs as much as hundreds of its results. */
const made = new Map<string, Formats>();

/** Numbers and dates in the reader's habit. */
export function useFormats(): Formats {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return formats;
}

function formatsOf(language: string): Formats {
  const locale = language === 'ro' ? 'ro-RO' : 'en-GB';
  const numbers = (options: Intl.NumberFormatOptions) => onDemand(() => new Intl.NumberFormat(locale, options));
  const dates = (options: Intl.DateTimeFormatOptions) => onDemand(() => new Intl.DateTimeFormat(locale, options));
  const number = numbers({ maximumFractionDigits: 10 });
  const money = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 10 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 1 });
  const date = dates({ dateStyle: 'medium', timeZone: 'UTC' });
  const weekday = dates({ dateStyle: 'full', timeZone: 'UTC' });
  const typed = dates({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const day = dates({ dateStyle: 'medium' });
  const time = dates({ dateStyle: 'short', timeStyle: 'short' });
  const moment = dates({ day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' });
  const short = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' });
  const month = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' });
  const relative = onDemand(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
  return {
    decimal: language === 'ro' ? ',' : '.',
    number: (value) => number().format(value),
    money: (value, currency) => (currency ? `${money().format(value)} ${currency}` : money().format(value)),
    date: (text) => inFormat(date, text),
    weekday: (text) => inFormat(weekday, text),
    typedDate: (text) => inFormat(typed, text),
    day: (timestamp) => day().format(new Date(timestamp)),
    time: (timestamp) => time().format(new Date(timestamp)),
    moment: (timestamp) => moment().format(new Date(timestamp)),
    shortDate: (text) => inFormat(short, text),
    month: (text) => inFormat(month, `${text}-01`),
    percent: (share) => percent().format(Math.floor(share * 1000) / 1000),
    until: (timestamp) => {
      const hours = Math.max(0, Date.parse(timestamp) - Date.now()) / 3_600_000;
      const isSoon = hours < 48;
      return relative().format(isSoon ? Math.ceil(hours) : Math.floor(hours / 24), isSoon ? 'hour' : 'day');
    },
  };
}

/** Makes it when it is needed first: a screen needs few of them. */
function onDemand<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** What is no ISO date is shown as it is. */
function inFormat(format: () => Intl.DateTimeFormat, date: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? format().format(new Date(`${date}T00:00:00Z`)) : date;
}
