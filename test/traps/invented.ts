import { createHash } from 'node:crypto';
import { composeIBAN, getCountrySpecifications } from 'ibantools';
import { isBic, isIban } from '../../server/checks/iban.ts';
import { checkVatNumber } from '../../server/checks/vat-numbers.ts';
import type { Country } from './countries.ts';

/** Chance that comes out the same in every run. */
export class Chance {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE();
  }

  /** From 0 up to, but not, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Both ends are possible. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  one<T>(of: readonly T[]): T {
    return of[this.whole(0, of.length - 1)]!;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.whole(0, 9)).join('');
  }

  letters(count: number): string {
    return Array.from({ length: count }, () => this.one([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])).join('');
  }
}

/** An account number with right check digits, without spaces. */
export function inventIban(chance: Chance, { code }: Country): string {
  const countryCode = code === 'EL' ? 'GR' : code;
  const shape = getCountrySpecifications()[countryCode]!.bban_regexp!;
  const parts = [...shape.matchAll(/\[([^\]]+)\]\{(\d+)\}/g)];
  for (;;) {
    // Where letters may stand, the short parts are a bank's letters; long ones are digits as often as not.
    const bban = parts.map(([, set, count]) =>
      set!.includes('A-Z') && Number(count) <= 4 ? chance.letters(Number(count)) : chance.digits(Number(count)),
    );
    const iban = composeIBAN({ countryCode, bban: bban.join('') });
    if (iban && isIban(iban)) return iban;
  }
}

/** A bank's code. */
export function inventBic(chance: Chance, { code }: Country): string {
  for (;;) {
    const bic = `${chance.letters(4)}${code === 'EL' ? 'GR' : code}${chance.letters(1)}${chance.whole(2, 9)}`;
    if (isBic(bic)) return bic;
  }
}

/** The company's VAT number, with a right check digit and its country's prefix before it; always the same one. */
export function inventVat(company: string, { code, vat }: Country): string {
  const known = vats.get(`${company} ${code}`);
  if (known) return known;
  const chance = new Chance(company);
  for (;;) {
    const body = vat.replace(/#/g, () => chance.digits(1)).replace(/@/g, () => chance.letters(1));
    const check = checkVatNumber(`${code}${body}`);
    if (!check?.shapeOk || !check.checkDigitOk) continue;
    vats.set(`${company} ${code}`, `${code}${body}`);
    return `${code}${body}`;
  }
}

const vats = new Map<string, string>();
