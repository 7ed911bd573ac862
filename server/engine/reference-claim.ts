import type { Label } from './candidates/labels.ts';
import type { TextLine } from './candidates/text-lines.ts';
import type { Relation } from './candidates/values.ts';
import type { Features } from './weights.ts';

/** Kinds of labels whose values are numbers of something. */
export const referenceKinds = ['invoice_number', 'po_reference', 'delivery_note_number', 'other_reference'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export interface ReferenceClaim {
  kind: ReferenceKind;
  label: Label;
  relation: Relation;
  line: TextLine;
  start: number;
  end: number;
  value: string;
  features: Features;
  score: number;
}
