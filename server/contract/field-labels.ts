import { type fieldGroups, fields } from './fields.ts';

type WithLabels = Extract<(typeof fields)[number], { labels: readonly string[] }>;
/** What a label may mean that names a field's value. */
export type FieldLabel = WithLabels['labels'][number];
/** Meanings of the labels of fields, of all or of those that the window shows in a group; each once. */
export const labelsOf = (...groups: readonly (typeof fieldGroups)[number][]): FieldLabel[] => [
  ...new Set(
    fields.flatMap((field) =>
      'labels' in field && (groups.length === 0 || groups.includes(field.group)) ? [...field.labels] : [],
    ),
  ),
];
