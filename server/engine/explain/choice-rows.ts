import { fieldValues } from '../../checks/field-paths.ts';
import type { Decision } from '../decide/decide.ts';
import { type Choice, type Features, weigh, weights } from '../weights.ts';
import { candidatesOf, choiceOf } from './candidates.ts';
import { type Html, html } from './html.ts';

/** So many are looked through at a glance. */
const mostShown = 12;

/** What each choice by weighed features chose among: a row a candidate, with its features and what each weighs. */
export function choiceRows({ layout, facts, extraction }: Decision): Html {
  const chosen = fieldValues(extraction.invoice);
  const candidates = candidatesOf(layout, facts);
  const rows = Object.entries(choiceOf).flatMap(([field, choice]) =>
    (candidates.get(field) ?? [])
      .flatMap(({ values: [value], features }) =>
        features && value !== undefined ? [{ value, features, sum: weigh(choice, features) }] : [],
      )
      .sort((a, b) => b.sum - a.sum)
      .slice(0, mostShown)
      .map(({ value, features, sum }) => {
        const mark = value === chosen.get(field) ? 'chosen' : '';
        return html`<tr><th>${field}</th><td>${String(value)}</td><td>${mark}</td><td>${sum.toFixed(2)}</td><td>${shares(choice, features)}</td></tr>
`;
      }),
  );
  return html`<details><summary>Choices <small>${rows.length}</small></summary><table>${rows}</table></details>
`;
}

/** "labelled 4, row 3 × -0.01": what makes up a candidate's sum. */
function shares(choice: Choice, features: Features): string {
  return Object.entries(features)
    .filter(([, value]) => Number(value) !== 0)
    .map(([name, value]) => {
      const times = Number(value) === 1 ? '' : `${Number(Number(value).toFixed(2))} × `;
      return `${name} ${times}${weights()[choice][name]}`;
    })
    .join(', ');
}
