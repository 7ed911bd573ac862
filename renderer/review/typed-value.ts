import { parseNumber } from '../../server/checks/amounts.ts';
import { findDates } from '../../server/checks/dates.ts';
import type { FieldValue } from '../../server/checks/field-paths.ts';
import { isBic, isIban } from '../../server/checks/iban.ts';
import { monthNamed } from '../../server/checks/month-names.ts';
import { checkVatNumber, isVatNumber } from '../../server/checks/vat-numbers.ts';
import type { FieldKind } from '../../server/contract/fields.ts';
import { vatCategories } from '../../server/contract/invoice.ts';
import type { Formats } from '../i18n/format.ts';
import type { Typed } from './field-groups.ts';

/** How a value is shown for editing. Amounts are written as the reader's language writes them. */
export function shownText(value: FieldValue, kind: FieldKind, formats: Formats): string {
  if (value === null) return '';
  if (typeof value !== 'number') return kind === 'date' ? formats.typedDate(value) : value;
  return kind === 'amount' ? formats.money(value, null) : formats.number(value);
}

/** What was typed, as the value that is kept. An emptied field is null: the invoice does not show it. */
export function typedValue(text: string, kind: FieldKind, formats: Formats): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  switch (kind) {
    case 'amount':
    case 'number': {
      const number = parseNumber(trimmed, { decimal: formats.decimal, certainty: 1 });
      return number ? { value: number.value.toNumber() } : 'wrong';
    }
    case 'date': {
      // Both languages write the day first.
      const [date] = findDates(trimmed, monthNamed);
      const whole = date && date.start === 0 && date.end === trimmed.length;
      return whole && date.dmy ? { value: date.dmy } : 'wrong';
    }
    case 'currency':
      return /^[A-Za-z]{3}$/.test(trimmed) ? { value: trimmed.toUpperCase() } : 'wrong';
    case 'vat_category': {
      const category = vatCategories.find((code) => code === trimmed.toUpperCase());
      return category ? { value: category } : 'wrong';
    }
    case 'vat': {
      const check = checkVatNumber(trimmed, 'RO');
      return { value: check?.shapeOk ? check.normalised : trimmed };
    }
    case 'iban':
    case 'bic':
      return { value: trimmed.replace(/\s/g, '').toUpperCase() };
    default:
      return { value: trimmed };
  }
}

type FailedCheck = 'vatDigit' | 'vatShape' | 'iban' | 'bic';

/** Which check a value fails: a code that the window has a sentence for. Such a value may still be what is printed. */
export function failedCheck(value: FieldValue, kind: FieldKind): FailedCheck | null {
  if (typeof value !== 'string') return null;
  if (kind === 'vat') {
    const check = checkVatNumber(value, 'RO');
    if (check?.shapeOk) return check.checkDigitOk ? null : 'vatDigit';
    // "A12345674": without its country, as its invoices print it.
    return isVatNumber(value) ? null : 'vatShape';
  }
  if (kind === 'iban' && !isIban(value)) return 'iban';
  return kind === 'bic' && !isBic(value) ? 'bic' : null;
}

/** What is being typed, as long as it stands for the value that is kept; null once something else changed that value. */
export function typedText(
  typing: string | null,
  value: FieldValue,
  unfinished: string | undefined,
  kind: FieldKind,
  formats: Formats,
): string | null {
  if (typing === null) return null;
  const typed = typedValue(typing, kind, formats);
  const stands = typed === 'wrong' ? typing === unfinished : unfinished === undefined && typed.value === value;
  return stands ? typing : null;
}
