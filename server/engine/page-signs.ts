import type { Facts } from './candidates/facts.ts';
import { rankLanguages } from './candidates/languages.ts';
import type { TextLine } from './candidates/text-lines.ts';
import { readLabel } from './totals/entry-label.ts';
import type { TotalKind } from './totals/total-words.ts';

const totalKinds: readonly TotalKind[] = ['gross', 'due', 'total'];
/** Sheets are of another form where the long side is so many times longer for the short one: A4 and Letter are of one. */
const otherForm = 1.2;

/** What tells whether a page belongs with the one before it. */
export interface PageSigns {
  /** The digits of the amounts in rows that state a total. */
  totals: readonly string[];
  /** The digits of all amounts. */
  amounts: ReadonlySet<string>;
  /** ISO 639-1, the two that most of the page's words are of, the first one first. */
  languages: readonly string[];
  /** Tax numbers and accounts that are printed whole, without the buyer's. */
  senders: ReadonlySet<string>;
  /** The long side for the short one. */
  form: number;
  /** What the page says that its number is; null where it does not. */
  number: number | null;
}

/** @param page from 1 */
export function signsOfPage(facts: Facts, page: number): PageSigns {
  const { rows, page: sheet } = facts.document.pages[page - 1]!;
  const { width, height } = sheet;
  const isTotal = ({ text }: TextLine): boolean =>
    readLabel(text, sheet.source === 'ocr')?.kinds.some((kind) => totalKinds.includes(kind)) === true;
  return {
    totals: rows.filter((row) => row.some(isTotal)).flatMap(amountsOf),
    amounts: new Set(rows.flatMap(amountsOf)),
    languages: rankLanguages({ ...facts.document, lines: rows.flat() }).slice(0, 2),
    senders: sendersOf(facts, page),
    form: Math.max(width, height) / Math.min(width, height),
    number: numberOf(rows.flat(), height),
  };
}

/** Whether a row of the pages states a total. */
export const statesTotal = (pages: readonly PageSigns[]): boolean => pages.some(({ totals }) => totals.length > 0);

/** Whether a total of earlier pages is printed on later ones. */
export const repeatTotal = (earlier: readonly PageSigns[], later: readonly PageSigns[]): boolean =>
  earlier.some(({ totals }) =>
    totals.some((total) => Number(total) > 0 && later.some(({ amounts }) => amounts.has(total))),
  );

/**
 * Whether a page has another form of paper than the one before it, is written in another language, or names a sender that
 * the pages before do not, and none of theirs.
 */
export function isOfAnother(earlier: readonly PageSigns[], page: PageSigns): boolean {
  const { form } = earlier.at(-1)!;
  if (Math.max(form, page.form) > otherForm * Math.min(form, page.form)) return true;
  const written = earlier.filter(({ languages }) => languages.length > 0);
  const isForeign = ({ languages }: PageSigns): boolean =>
    !languages.includes(page.languages[0]!) && !page.languages.includes(languages[0]!);
  if (page.languages.length > 0 && written.length > 0 && written.every(isForeign)) return true;
  const named = earlier.filter(({ senders }) => senders.size > 0);
  return (
    page.senders.size > 0 && named.length > 0 && named.every(({ senders }) => senders.isDisjointFrom(page.senders))
  );
}

const amountsOf = (row: readonly TextLine[]): string[] =>
  row.flatMap(({ text }) =>
    [...text.matchAll(/(?<![\p{N}.,])\p{N}[\p{N}., ]{0,16}[.,]\p{N}{2}(?![.,]?\p{N})/gu)].map(([all]) =>
      all.replace(/\P{N}/gu, ''),
    ),
  );

function sendersOf(facts: Facts, page: number): Set<string> {
  const numbers = facts.vatNumbers.flatMap(({ line, check, isBuyer }) =>
    line.page === page && check?.checkDigitOk === true && !isBuyer ? [check.body] : [],
  );
  const accounts = facts.accounts.ibans.flatMap(({ line, valid, iban }) => (line.page === page && valid ? [iban] : []));
  return new Set([...numbers, ...accounts]);
}

/** Parts of a page's height: its head ends above, its foot begins below. */
const [headEnds, footBegins] = [0.12, 0.88];

/** "Page 1 of 2", "2/3", "1. oldal / 2" at the head or foot. */
function numberOf(lines: readonly TextLine[], height: number): number | null {
  for (const { text, y } of lines) {
    if (y > headEnds * height && y < footBegins * height) continue;
    const counted = /^\P{N}{0,14}(\d{1,2})\s?(?:\/|\p{L}{1,3})\s?(\d{1,2})\P{N}{0,8}$/u.exec(text);
    if (counted && Number(counted[1]) >= 1 && Number(counted[1]) <= Number(counted[2])) return Number(counted[1]);
  }
  return null;
}
