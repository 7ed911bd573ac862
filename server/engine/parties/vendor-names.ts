import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { type Draft, draftOf, type Slice } from './draft.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { isTitle, piecesOf } from './pieces.ts';
import { isValueOfLabel, regionFrom } from './region.ts';

export interface NameOption extends Option {
  name: Slice;
  key: string;
}

export function nameOptions(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): NameOption[] {
  const options: NameOption[] = labelled.map((block) => ({
    ...block,
    name: block.name!,
    key: nameKey(block.name!.text),
    score: 4 - 0.5 * (block.lines[0]!.page - 1),
  }));
  const add = (draft: Draft, score: number) => {
    if (!draft.name) return;
    const key = nameKey(draft.name.text);
    if (key === '' || key === customerKey || draft.name.text.length > 90) return;
    options.push({ ...draft, name: draft.name, key, score, labelled: false });
  };
  for (const line of facts.document.lines) {
    const { page, rows } = facts.document.pages[line.page - 1]!;
    // A row of many cells is a table's, unless it is the foot of a letter.
    const isTable = rows[line.row]!.length >= 4 && line.y < 0.82 * page.height;
    if (notVendor.has(line) || isTable || options.some((option) => option.labelled && option.lines.includes(line)))
      continue;
    // "Name" also heads columns: only a legal form makes a name of what stands anywhere.
    const named = piecesOf(facts, line).filter((piece) => companyNameEnd(piece.text) !== null);
    for (const piece of named) {
      const draft = draftOf(facts, regionFrom(facts, line, piece.start));
      const text = nameKey(piece.text).length < 4 ? `${textAbove(facts, line)} ${piece.text}`.trim() : piece.text;
      add(
        { ...draft, name: { line, start: piece.start, end: piece.end, text }, nameIsSure: true },
        placePoints(facts, line) + 1.2,
      );
    }
  }
  for (const mention of inSentences(facts)) {
    const key = nameKey(mention.text);
    if (key !== '' && key !== customerKey)
      options.push({
        ...draftOf(facts, regionFrom(facts, mention.line, mention.start)),
        name: mention,
        nameIsSure: true,
        key,
        score: 3.5,
        labelled: true,
      });
  }
  const heads = letterheads(facts, notVendor);
  for (const [index, line] of heads.entries()) {
    const draft = draftOf(facts, regionFrom(facts, line));
    if (draft.name?.line === line && draft.name.start < 3)
      add(draft, placePoints(facts, line) + 0.4 + (index === 0 ? 0.3 : 0));
  }
  for (const label of [...facts.labels.values()].flat()) {
    if (!label.kinds.includes('account_holder') || !isEffective(label)) continue;
    const holder = label.line.text.slice(label.end).trim();
    const option = options.find((one) => holder !== '' && one.key === nameKey(holder));
    if (option) option.score += 1;
  }
  return options;
}

/** The first half of a name whose second line is little more than its legal form. */
function textAbove(facts: Facts, line: TextLine): string {
  const above = facts.document.pages[line.page - 1]!.rows[line.row - 1]?.find(
    (cell) => cell.x < line.x + line.width && line.x < cell.x + cell.width,
  );
  const tight = above && line.y - above.y - above.height < line.height;
  return tight && !/\d{3}|[:@]/.test(above.text) && !isTitle(above.text) ? above.text : '';
}

/** Lines at the top of the first page that may be a letterhead without a legal form. */
function letterheads(facts: Facts, notVendor: ReadonlySet<TextLine>): TextLine[] {
  const first = facts.document.pages[0];
  if (!first) return [];
  return first.rows
    .flat()
    .filter(
      (line) =>
        line.y < 0.3 * first.page.height &&
        first.rows[line.row]!.length < 4 &&
        !isValueOfLabel(facts, line) &&
        !notVendor.has(line) &&
        !isTitle(line.text) &&
        /\p{L}{3}/u.test(line.text),
    )
    .filter((line) => !facts.labels.get(line)!.some((label) => label.leading && isEffective(label)))
    .slice(0, 14);
}

function placePoints(facts: Facts, line: TextLine): number {
  const { page } = facts.document.pages[line.page - 1]!;
  const at = line.y / page.height;
  if (line.page > 1) return 0.1;
  if (at < 0.2) return 1;
  if (at < 0.33) return 0.6;
  return at > 0.82 ? 0.7 : 0;
}

/** "… Furnizorul X Energy SA, Str. …" in running text, where the name may go on in the next line. */
function inSentences(facts: Facts): Slice[] {
  return [...facts.labels.values()].flat().flatMap((label): Slice[] => {
    const { line } = label;
    if (!label.kinds.includes('vendor') || label.leading || label.alone) return [];
    const below = facts.document.pages[line.page - 1]!.rows[line.row + 1]?.find(
      (cell) => Math.abs(cell.x - line.x) < line.height,
    );
    const tail = line.text.slice(label.end);
    const text = `${tail}${below ? ` ${below.text}` : ''}`;
    const end = /^\p{Lu}/u.test(tail) ? companyNameEnd(text.slice(0, 90)) : null;
    return end === null
      ? []
      : [{ line, start: label.end, end: Math.min(line.text.length, label.end + end), text: text.slice(0, end) }];
  });
}
