import { fields, type PathLike } from '../../contract/fields.ts';
import type { Label } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import type { Relation } from '../candidates/values.ts';
import type { Features } from '../weights.ts';

/** Numbers of documents that are fields of the invoice; each is what its labels mean. */
export type ReferencePath = PathLike<{ group: 'invoice'; kind: 'identifier' }>;
export const referencePaths = fields
  .filter(({ group, kind }) => group === 'invoice' && kind === 'identifier')
  .map(({ path }) => path as ReferencePath);
/** Kinds of labels whose values are numbers of something. */
export const referenceKinds = [...referencePaths, 'other_reference'] as const;
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

/** Shorter numbers are like too many others. */
export const fewestToKnow = 4;
