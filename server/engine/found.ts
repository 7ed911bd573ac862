import type { Evidence, Source } from '../contract/invoice.ts';
import type { Box } from './page.ts';

/** A value that was read somewhere, with what speaks for and against it. Confidence follows from the evidence. */
export interface Found<T> {
  value: T;
  /** Where it stands; page from 1. Null when it stands in no single place. */
  place: { page: number; box: Box } | null;
  source: Source;
  evidence: Evidence[];
}
