import type { Evidence } from '../contract/invoice.ts';

/**
 * What each fact can help to prove: that the value was read right, that it means its field, or both. Those that prove
 * nothing speak against it. What is proof enough for `high` stands in engine/confidence.ts.
 */
export const provenBy: Record<Evidence, readonly ('read_right' | 'means_this')[]> = {
  check_digit: ['read_right'],
  sums_agree: ['read_right', 'means_this'],
  lines_agree: ['read_right', 'means_this'],
  seen_twice: ['read_right'],
  read_twice: ['read_right'],
  labelled: ['means_this'],
  buyer_agrees: ['read_right', 'means_this'],
  postcode_agrees: ['read_right'],
  einvoice_agrees: ['read_right', 'means_this'],
  code_agrees: ['read_right', 'means_this'],
  known_vendor: ['means_this'],
  signed: ['means_this'],
  confirmed: ['read_right', 'means_this'],
  contradicted: [],
  altered: [],
  weak_print: [],
  read_otherwise: [],
  guessed: [],
  rival: [],
  no_invoice: [],
  incomplete_page: [],
};

export const speaksAgainst = (fact: Evidence): boolean => provenBy[fact].length === 0;
