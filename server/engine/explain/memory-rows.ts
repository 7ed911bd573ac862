import type { Outcome, Recalled } from '../recall-supplier.ts';
import { type Html, html } from './html.ts';

const came: Record<Outcome, string> = {
  borne_out: 'it bears out what was read',
  too_few: 'what was read is the same, but too few confirmed invoices say so yet',
  taken: 'it was taken, for what was read is missing or doubtful',
  stays: 'what was read stays, for it is surer',
};

/** What earlier confirmed invoices said of each field, and what came of it. */
export function memoryRows({ said, setAside }: Recalled, invoices: number): Html {
  if (invoices === 0) return html`<p>Nothing is remembered of this supplier.</p>`;
  const rows = said.map(
    ({ path, value, read, borneOutBy, printed, outcome }) => html`<tr><th>${path}</th><td>${String(value)}</td>
<td>${borneOutBy}</td><td>page ${printed.page}</td><td>${read === null ? 'nothing' : String(read)}</td><td>${came[outcome]}</td></tr>
`,
  );
  const left = setAside.length > 0 ? html`<p>Contradicted too often to be asked: ${setAside.join(', ')}.</p>` : html``;
  return html`<p>Known from ${invoices} confirmed invoices; one that nobody looked at counts half.</p>${left}
<table class="memory-table"><thead><tr><th>Field</th><th>Said</th><th>By</th><th>Where</th><th>Read</th><th>What came of it</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}
