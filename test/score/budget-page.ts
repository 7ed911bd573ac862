import { createHash } from 'node:crypto';
import type { Place } from '../../server/engine/candidates/text-lines.ts';
import { type Html, html } from '../../server/engine/explain/html.ts';
import type { PagePicture } from '../../server/engine/open/page-picture.ts';
import type { Page } from '../../server/engine/page.ts';
import { boxAsSent } from '../../server/engine/picture/as-sent.ts';
import type { Loss } from './losses.ts';

const style = `
body { margin: 0; font: 13px/1.4 system-ui, sans-serif; background: #e9ecef }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 12px }
.pages { height: 96vh; overflow: auto }
svg { display: block; width: 100%; background: #fff; margin-bottom: 8px }
rect { fill: none; stroke-width: 1.5 } rect.truth { stroke: #2b8a3e } rect.given { stroke: #c92a2a }
rect:target { fill: #ffd43b66 }
table { border-collapse: collapse; width: 100%; background: #fff } td, th { border: 1px solid #ced4da; padding: 2px 5px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
a { color: inherit } .truth { color: #2b8a3e } .given { color: #c92a2a }
`;

/**
 * One document's losses over its pages, as a page that stands for itself: where the truth stands (green) and what was
 * given instead (red). It loads nothing and runs nothing, whatever an invoice prints.
 */
export function budgetPage(
  file: string,
  losses: readonly Loss[],
  pictures: readonly { page: Page; picture: PagePicture }[],
): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-${hash}'">
<title>${file}</title><style>${{ markup: style }}</style></head>
<body><main><div class="pages">${pictures.map((one) => sheet(one, losses))}</div>
<div class="pages"><h1>${file}</h1>
<table><tr><th>Field</th><th>Lost at</th><th class="truth">Truth</th><th class="given">Given</th><th>Why</th></tr>
${losses.map(row)}</table></div></main></body></html>
`.markup;
}

function row({ path, stage, truth, given, why, truthPlace, givenPlace }: Loss, index: number): Html {
  return html`<tr><td>${path}</td><td>${stage}</td><td class="truth">${linked(truth, truthPlace, `truth-${index}`)}</td>
<td class="given">${linked(given, givenPlace, `given-${index}`)}</td><td>${why}</td></tr>
`;
}

function linked(value: Loss['truth'], place: Place | null, id: string): Html {
  const text = value === null ? '–' : String(value);
  return place ? html`<a href="#${id}">${text}</a>` : html`${text}`;
}

function sheet({ page, picture }: { page: Page; picture: PagePicture }, losses: readonly Loss[]): Html {
  const { width, height, jpeg } = picture;
  const shapes = losses.flatMap(({ path, truthPlace, givenPlace }, index) => [
    ...shape(page, truthPlace, `truth-${index}`, 'truth', path),
    ...shape(page, givenPlace, `given-${index}`, 'given', path),
  ]);
  return html`<svg viewBox="0 0 ${width} ${height}"><image href="data:image/jpeg;base64,${jpeg.toString('base64')}" width="${width}" height="${height}"/>${shapes}</svg>
`;
}

/** Reading looks at straightened pages; the pictures are of the pages that were sent. */
function shape(page: Page, place: Place | null, id: string, kind: string, path: string): Html[] {
  if (place?.page !== page.number) return [];
  const box = [place.box.x, place.box.y, place.box.width, place.box.height] as const;
  const [x, y, width, height] = boxAsSent(page, box);
  return [
    html`<rect id="${id}" class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}"><title>${path}</title></rect>`,
  ];
}
