/**
 * Whether the last digit of a Romanian trade register number of the form in use since July 2024 (`J2010001234401`) is
 * right: the sum of all other digits and of the letter, counted as the last digit of its ASCII code, modulo ten.
 * @returns false for a number of any other form, which has no check digit
 */
export function hasRegisterCheckDigit(number: string): boolean {
  const [, letter, digits, last] = /^([JFC])(\d{12})(\d)$/.exec(number.replace(/\s/g, '')) ?? [];
  if (letter === undefined || digits === undefined) return false;
  const sum = [...digits].reduce((total, digit) => total + Number(digit), letter.charCodeAt(0) % 10);
  return sum % 10 === Number(last);
}
