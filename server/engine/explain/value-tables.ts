import { fieldValues } from '../../checks/field-paths.ts';
import type { Extraction, FieldAssessment } from '../../contract/invoice.ts';
import { type Html, html } from './html.ts';
import type { Mark } from './marks.ts';
import { confidenceReason } from './meanings.ts';

/** One row a value outside the lines: what it is, how sure, from where, and why. */
export function valueRows({ invoice, fields }: Extraction, marks: readonly Mark[]): Html {
  const values = fieldValues(invoice);
  const rows = Object.entries(fields)
    .filter(([path]) => !/\.\d+\./.test(path))
    .map(
      ([
        path,
        field,
      ]) => html`<tr><th>${path}</th><td><span class="value ${field.confidence}">${String(values.get(path))}</span></td>
<td>${field.confidence}</td><td>${field.source ?? ''}</td><td>${(field.evidence ?? []).join(', ')}</td>
<td>${confidenceReason(path, field)}</td><td>${linkTo(path, field, marks)}</td></tr>
`,
    );
  return html`<table class="values-table"><thead><tr><th>Field</th><th>Value</th><th>Confidence</th><th>Source</th><th>Evidence</th><th>Why</th><th>Where</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** Lines or rates as a grid; each value in the colour of its confidence, its evidence under the pointer. */
export function gridOf(name: string, rows: readonly object[], extraction: Extraction, marks: readonly Mark[]): Html {
  const { fields } = extraction;
  const shown = (key: string): boolean => rows.some((_, at) => fields[`${name}.${at}.${key}`]);
  const keys = Object.keys(rows[0] ?? {}).filter(shown);
  if (keys.length === 0) return html`<p>None.</p>`;
  const values = fieldValues(extraction.invoice);
  const cell = (path: string): Html => {
    const field = fields[path];
    if (!field) return html`<td></td>`;
    const why = `${field.confidence}, ${field.source ?? ''}: ${(field.evidence ?? []).join(', ')}\n${confidenceReason(path, field)}`;
    return html`<td title="${why}"><span class="value ${field.confidence}">${String(values.get(path))}</span> ${linkTo(path, field, marks)}</td>`;
  };
  const body = rows.map(
    (_, at) => html`<tr><th>${at + 1}</th>${keys.map((key) => cell(`${name}.${at}.${key}`))}</tr>
`,
  );
  return html`<table><thead><tr><th></th>${keys.map((key) => html`<th>${key}</th>`)}</tr></thead><tbody>${body}</tbody></table>`;
}

function linkTo(path: string, field: FieldAssessment, marks: readonly Mark[]): Html {
  const mark = marks.find((each) => each.layer === 'values' && each.name === path);
  if (mark) return html`<a href="#mark-${mark.id}">page ${mark.page}</a>`;
  return field.page ? html`page ${field.page}` : html`in no single place`;
}
