import { fieldValues } from '../../checks/field-paths.ts';
import type { FieldAssessment } from '../../contract/invoice.ts';
import { languagesOf } from '../candidates/languages.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import type { Decision } from '../decide/decide.ts';
import { registerEntries } from '../fields/trade-register.ts';
import { boxAround } from '../layout/rows.ts';
import type { Table } from '../lines/found-table.ts';
import type { Box } from '../page.ts';
import { entriesOf } from '../totals/entries.ts';
import { confidenceReason } from './meanings.ts';

/** What can be laid over a page, in the order in which it is drawn. */
export const layers = ['rules', 'words', 'cells', 'tables', 'labels', 'candidates', 'amounts', 'values'] as const;
export type Layer = (typeof layers)[number];

/** A rectangle over a page with what is to be said of it. */
interface BareMark {
  layer: Layer;
  /** From 1. */
  page: number;
  /** In points of the page as reading saw it. */
  box: Box;
  /** What it is: a field's path, a candidate's kind, a column's role. */
  name: string;
  /** What stands there, or was made of it. */
  text: string;
  /** What more is known of it. */
  note: string;
  /** A kind of its own within the layer, for its colour. */
  tone: string;
}

/** With a number of its own, so that links can lead to it. */
export interface Mark extends BareMark {
  id: number;
}

/** Everything that reading saw and weighed, as marks over the pages. */
export function marksOf(decision: Decision): Mark[] {
  const marks = [
    ...printMarks(decision),
    ...decision.tables.flatMap(tableMarks),
    ...labelMarks(decision),
    ...candidateMarks(decision),
    ...amountMarks(decision),
    ...valueMarks(decision),
  ];
  return marks.map((mark, id) => ({ ...mark, id }));
}

function printMarks({ layout }: Decision): BareMark[] {
  return layout.pages.flatMap(({ page, rows }): BareMark[] => {
    const mark = (layer: Layer, box: Box, text: string, note: string, tone = ''): BareMark => ({
      layer,
      page: page.number,
      box,
      name: layer,
      text,
      note,
      tone,
    });
    return [
      ...page.rules.map((rule) => mark('rules', rule, rule.direction, '')),
      ...page.words.map((word) => {
        const sure = word.confidence === null ? '' : `, ${Math.round(100 * word.confidence)} % sure`;
        const note = `${word.source}${sure}, ${word.fontSize.toFixed(1)} pt${word.bold ? ', bold' : ''}`;
        return mark('words', word, word.text, note, word.confidence !== null && word.confidence < 0.6 ? 'weak' : '');
      }),
      ...rows.flatMap((row, index) => row.cells.map((cell) => mark('cells', cell, cell.text, `row ${index + 1}`))),
    ];
  });
}

function tableMarks(table: Table, index: number): BareMark[] {
  const { page, columns, lines } = table;
  const rows = page.rows.slice(table.rows.from, table.rows.to);
  const { y, height } = boxAround(rows);
  const name = `table ${index + 1}`;
  const common = { layer: 'tables' as const, page: page.page.number, note: '' };
  const named = columns.map((column, at): BareMark => {
    const meaning = rolesAt(table, at).join(', ') || column.kinds.join(' or ') || 'no known meaning';
    const box = { x: column.left, y, width: column.right - column.left, height };
    return { ...common, box, name: `${name}, column ${at + 1}`, text: column.text, note: meaning, tone: 'column' };
  });
  const read = lines.map((line, at): BareMark => {
    const parts = [...line.above, line.figureRow, ...line.below].map(({ row }) => row);
    const text = parts.map((row) => row.text).join(' / ');
    return { ...common, box: boxAround(parts), name: `${name}, line ${at + 1}`, text, tone: 'line' };
  });
  return [...named, ...read];
}

/** What a column was taken for. */
function rolesAt({ roles }: Table, column: number): string[] {
  return Object.entries(roles)
    .filter(([role, at]) => at === column && role !== 'closes')
    .map(([role]) => role);
}

function labelMarks({ facts }: Decision): BareMark[] {
  return [...facts.labels.values()].flat().map(({ line, kinds, start, end }) => {
    const text = line.text.slice(start, end);
    const note = languagesOf(text).join(', ');
    return { layer: 'labels', ...placeOf(line, start, end), name: kinds.join(' or '), text, note, tone: '' };
  });
}

function candidateMarks({ facts }: Decision): BareMark[] {
  const mark = (
    candidate: { line: TextLine; start: number; end: number },
    name: string,
    text: string,
    notes: (string | false | null | undefined)[],
  ): BareMark => ({
    layer: 'candidates',
    ...placeOf(candidate.line, candidate.start, candidate.end),
    name,
    text,
    note: notes.filter(Boolean).join(', '),
    tone: '',
  });
  const { vatNumbers, accounts, dates, contacts } = facts;
  return [
    ...vatNumbers.map((one) =>
      mark(one, 'VAT number', one.value, [
        one.check
          ? `${one.check.country}: check digit ${one.check.checkDigitOk ? 'right' : 'wrong'}`
          : 'no known shape',
        one.label && 'labelled',
        one.isBuyer && 'the buyer that was sent',
      ]),
    ),
    ...registerEntries(facts).map((one) => mark(one, 'register number', one.value, [one.label && 'labelled'])),
    ...accounts.ibans.map((one) =>
      mark(one, 'IBAN', one.iban, [`check digits ${one.valid ? 'right' : 'wrong'}`, one.label && 'labelled']),
    ),
    ...accounts.bics.map((one) => mark(one, 'BIC', one.bic, ['labelled'])),
    ...dates.all.map((one) => mark(one, 'date', one.iso, [one.ambiguous && 'day and month could be each other'])),
    ...contacts.emails.map((one) => mark(one, 'e-mail', one.value, [one.label && 'labelled'])),
    ...contacts.phones.map((one) => mark(one, 'phone', one.value, [one.label && 'labelled'])),
  ];
}

/** Amounts outside the tables, of which the sums are chosen. */
function amountMarks({ layout, tables }: Decision): BareMark[] {
  return entriesOf(layout, tables).map((entry) => ({
    layer: 'amounts',
    page: entry.page,
    box: entry.item,
    name: entry.kinds.join(' or ') || 'no known label',
    text: entry.item.text,
    note: [
      entry.kinds.length > 0 && `label ${entry.from}, ${Math.round(100 * entry.clarity)} % clear`,
      ...entry.rates.map((rate) => `${rate} %`),
      entry.currency,
    ]
      .filter(Boolean)
      .join(', '),
    tone: entry.kinds.length > 0 ? '' : 'unlabelled',
  }));
}

function valueMarks({ extraction }: Decision): BareMark[] {
  const values = fieldValues(extraction.invoice);
  return Object.entries(extraction.fields).flatMap(([path, field]): BareMark[] => {
    if (!field.page || !field.box) return [];
    const [x, y, width, height] = field.box;
    const text = String(values.get(path));
    const note = `${noteOf(field)}. ${confidenceReason(path, field)}`;
    const box = { x, y, width, height };
    return [{ layer: 'values', page: field.page, box, name: path, text, note, tone: field.confidence }];
  });
}

const noteOf = (field: FieldAssessment): string =>
  [field.confidence, field.source, ...(field.evidence ?? [])].filter(Boolean).join(', ');
