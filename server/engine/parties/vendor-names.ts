import type { Facts } from '../candidates/facts.ts';
import { isEffective } from '../candidates/labels.ts';
import type { TextLine } from '../candidates/text-lines.ts';
import { type Features, weigh } from '../weights.ts';
import { companyNameEnd, nameKey } from './company-name.ts';
import { type Draft, draftOf, type Slice } from './draft.ts';
import type { LabelledBlock, Option } from './labelled-blocks.ts';
import { isTitle, piecesOf } from './pieces.ts';
import { isValueOfLabel, regionFrom } from './region.ts';

export interface NameOption extends Option {
  name: Slice;
  key: string;
  /** What speaks for this printing of the name; `score` is what it weighs. */
  features: Features;
}

export function nameOptions(
  facts: Facts,
  labelled: readonly LabelledBlock[],
  customerKey: string | null,
  notVendor: ReadonlySet<TextLine>,
): NameOption[] {
  const options: Omit<NameOption, 'score'>[] = labelled.map((block) => ({
    ...block,
    name: block.name!,
    key: nameKey(block.name!.text),
    features: { labelled: true, labelled_later_page: block.lines[0]!.page - 1 },
  }));
  const add = (draft: Draft, features: Features) => {
    if (!draft.name) return;
    const key = nameKey(draft.name.text);
    if (key === '' || key === customerKey || draft.name.text.length > 90) return;
    options.push({ ...draft, name: draft.name, key, features, labelled: false });
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
        { ...placeOnPage(facts, line), legal_form: true },
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
        features: { in_sentence: true },
        labelled: true,
      });
  }
  const heads = letterheads(facts, notVendor);
  for (const [index, line] of heads.entries()) {
    const draft = draftOf(facts, regionFrom(facts, line));
    if (draft.name?.line === line && draft.name.start < 3)
      add(draft, { ...placeOnPage(facts, line), letterhead: true, first_letterhead: index === 0 });
  }
  for (const label of [...facts.labels.values()].flat()) {
    if (!label.kinds.includes('account_holder') || !isEffective(label)) continue;
    const holder = label.line.text.slice(label.end).trim();
    const option = options.find((one) => holder !== '' && one.key === nameKey(holder));
    if (option) option.features = { ...option.features, account_holder: true };
  }
  return options.map((option) => ({ ...option, score: weigh('vendor', option.features) }));
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

function placeOnPage(facts: Facts, line: TextLine): Features {
  const { page } = facts.document.pages[line.page - 1]!;
  const at = line.y / page.height;
  if (line.page > 1) return { later_page: true };
  return { at_top: at < 0.2, in_upper_third: at >= 0.2 && at < 0.33, in_foot: at > 0.82 };
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
