import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resource } from '../../resources.ts';
import type { Buyer } from '../buyer.ts';
import type { Decision } from '../decide/decide.ts';
import type { PagePicture } from '../open/page-picture.ts';
import type { OpenedFile } from '../page.ts';
import { type PassName, passes } from '../passes.ts';
import type { Recalled } from '../recall-supplier.ts';
import { choiceRows } from './choice-rows.ts';
import { type Html, html } from './html.ts';
import { type Layer, layers, type Mark } from './marks.ts';
import { warningMeaning } from './meanings.ts';
import { memoryRows } from './memory-rows.ts';
import { gridOf, valueRows } from './value-tables.ts';

/** All that the page tells. */
export interface Explained {
  name: string;
  buyer: Buyer;
  /** YYYY-MM-DD */
  today: string;
  /** Passes that were left out. */
  without: readonly PassName[];
  opened: OpenedFile;
  decision: Decision;
  /** What was remembered, of so many invoices, and what came of it; null where memory was not asked. */
  memory: { recalled: Recalled; invoices: number } | null;
  /** Over the pages as they were sent. */
  marks: readonly Mark[];
  pictures: readonly PagePicture[];
}

/** Each layer with what its switch says, and whether it is on at first. */
const switches: Record<Layer, { label: string; on: boolean }> = {
  values: { label: 'Chosen values', on: true },
  tables: { label: 'Tables, columns and lines', on: true },
  candidates: { label: 'Candidates: numbers, dates, accounts, contacts', on: false },
  amounts: { label: 'Amounts outside the tables', on: false },
  labels: { label: 'Labels', on: false },
  cells: { label: 'Cells', on: false },
  words: { label: 'Words', on: false },
  rules: { label: 'Drawn lines', on: false },
};

/**
 * The page as HTML. Its policy allows pictures that it holds itself and its one style sheet; nothing is loaded and no
 * script runs, whatever an invoice prints.
 */
export function explainPage(explained: Explained): string {
  const { name, marks, pictures, decision, memory } = explained;
  const style = readFileSync(resource('explain', 'explain.css'), 'utf8');
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'`;
  const { invoice } = decision.extraction;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${name} – why it was read so</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
${pictures.map((picture, at) => sheet(picture, at + 1, marks))}
</main>
<aside>
<h1>${name}</h1>
${switchesOf(marks)}
${summary(explained)}
<h2>Values</h2>
${valueRows(decision.extraction, marks)}
<h2>Lines</h2>
${gridOf('line_items', invoice.line_items, decision.extraction, marks)}
<h2>VAT by rate</h2>
${gridOf('vat_breakdown', invoice.vat_breakdown, decision.extraction, marks)}
${memory ? html`<h2>What was remembered</h2>${memoryRows(memory.recalled, memory.invoices)}` : html``}
${passesOf(explained)}
${choiceRows(decision)}
${listOf('Candidates', marks, 'candidates')}
${listOf('Amounts outside the tables', marks, 'amounts')}
${listOf('Tables', marks, 'tables')}
${listOf('Labels', marks, 'labels')}
</aside>
</body>
</html>
`.markup;
}

function sheet(picture: PagePicture, number: number, marks: readonly Mark[]): Html {
  const { width, height, jpeg } = picture;
  const own = marks.filter((mark) => mark.page === number);
  return html`<section class="sheet"><h2>Page ${number}</h2>
<svg viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">
<image href="data:image/jpeg;base64,${jpeg.toString('base64')}" width="${width}" height="${height}"/>
${layers.map((layer) => group(layer, own))}
</svg></section>
`;
}

function group(layer: Layer, own: readonly Mark[]): Html {
  const shapes = own.filter((mark) => mark.layer === layer).map(shape);
  return html`<g class="${layer}">${shapes}</g>
`;
}

function shape({ id, box, name, text, note, tone }: Mark): Html {
  const size = (length: number): string => Math.max(0.5, length).toFixed(2);
  return html`<rect id="mark-${id}" class="${tone}" x="${box.x.toFixed(2)}" y="${box.y.toFixed(2)}" width="${size(box.width)}" height="${size(box.height)}"><title>${name}: ${text}
${note}</title></rect>`;
}

function switchesOf(marks: readonly Mark[]): Html {
  const rows = layers.toReversed().map((layer) => {
    const { label, on } = switches[layer];
    const count = marks.filter((mark) => mark.layer === layer).length;
    const checked = { markup: on ? ' checked' : '' };
    return html`<li><label class="${layer}"><input type="checkbox" id="show-${layer}"${checked}> ${label} <small>${count}</small></label></li>
`;
  });
  return html`<ul class="switches">${rows}</ul>`;
}

function summary({ decision, opened, buyer, today }: Explained): Html {
  const { extraction, facts, layout } = decision;
  const { quality_flags: quality } = extraction.invoice;
  const missing = quality.low_confidence_fields.filter((path) => !extraction.fields[path]);
  const pages = opened.pages.map((page) => `${page.number}: ${page.words.length} words from ${page.source}`);
  const rows: [string, string][] = [
    ['Confidence of the whole', quality.overall_confidence ?? 'none'],
    ['Expected and not found', missing.join(', ') || 'nothing'],
    ['Buyer that was named', [buyer.vat, buyer.name].filter(Boolean).join(', ') || 'nobody'],
    ['Read as on', today],
    ['Languages, the likeliest first', facts.languages.slice(0, 4).join(', ') || 'none known'],
    ['Numbers', `decimal sign ${layout.style.decimal}, certainty ${layout.style.certainty}`],
    ['Dates', facts.dates.order],
    ['Pages', pages.join('; ')],
    ['Made by', opened.info.producer ?? 'not said'],
  ];
  const warnings = extraction.warnings.map(
    (code) => html`<li><b>${code}</b> ${warningMeaning[code]}</li>
`,
  );
  const list = warnings.length > 0 ? html`<ul class="warnings">${warnings}</ul>` : html`<p>No warnings.</p>`;
  const cells = rows.map(
    ([head, cell]) => html`<tr><th>${head}</th><td>${cell}</td></tr>
`,
  );
  return html`${list}<table class="summary">${cells}</table>`;
}

/** What each pass over a scan was called for by, and what it changed; nothing of files that are no scans. */
function passesOf({ opened, without }: Explained): Html {
  const changes = opened.pages.flatMap(({ number, changes = [] }) => changes.map((change) => ({ number, ...change })));
  if (opened.pages.every((page) => page.changes === undefined)) return html``;
  const rows = (Object.keys(passes) as PassName[]).map((pass) => {
    const own = changes.filter((change) => change.pass === pass);
    const did = own.map(({ number, from, to }) =>
      from === null
        ? html`<li>page ${number}: the picture</li>`
        : html`<li>page ${number}: <del>${from || 'nothing'}</del> <ins>${to || 'nothing'}</ins></li>`,
    );
    const outcome = without.includes(pass) ? html`left out` : html`<ul>${did}</ul>`;
    return html`<tr><th>${pass}</th><td>${passes[pass]}${outcome}</td></tr>
`;
  });
  return html`<details><summary>Passes <small>${changes.length}</small></summary><table class="passes">${rows}</table></details>`;
}

/** All marks of a layer, each with a link to its place. */
function listOf(heading: string, marks: readonly Mark[], layer: Layer): Html {
  const rows = marks
    .filter((mark) => mark.layer === layer)
    .map(
      ({
        id,
        name,
        text,
        note,
        page,
      }) => html`<tr><th>${name}</th><td>${text}</td><td>${note}</td><td><a href="#mark-${id}">page ${page}</a></td></tr>
`,
    );
  return html`<details><summary>${heading} <small>${rows.length}</small></summary><table>${rows}</table></details>
`;
}
