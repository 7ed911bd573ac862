import { describe, expect, test } from 'vitest';
import type { Decision } from '../../server/engine/decide/decide.ts';
import { decideWithReasons } from '../../server/engine/decide/decide.ts';
import type { Word } from '../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, printTable, run, runTo } from '../helpers/printed-page.ts';
import { budgetPage } from './budget-page.ts';
import { lossesOf, type Miss, type Stage } from './losses.ts';
import { table } from './stage-table.ts';

const items = printTable(
  [
    ['Denumire', 'Cantitate', 'Pret unitar', 'Valoare'],
    ['Perie de sarma', '2', '15,00', '30,00'],
    ['Lac pentru barci', '1', '70,00', '70,00'],
  ],
  [
    { x: 40, align: 'left' },
    { x: 330, align: 'right' },
    { x: 430, align: 'right' },
    { x: 540, align: 'right' },
  ],
  300,
);

const invoice: Word[] = [
  ...invoiceTitle,
  ...column(40, 40, ['Furnizor: Atelierul Nordic SRL', 'Str. Morii 7, Brasov', 'CUI: RO18547290']),
  ...column(320, 40, ['Client: Ferma Veche SRL', 'Str. Garii 1, Sibiu']),
  ...run('Nr. factura: AN-4471', 40, 150),
  ...run('Data facturii: 03.02.2026', 40, 165),
  ...run('Scadenta: 05.03.2026', 40, 180),
  ...items,
  ...runTo('Total fara TVA 100,00', 540, 400),
  ...runTo('TVA 19% 19,00', 540, 415),
  ...runTo('Total de plata 119,00', 540, 430),
];

const decided = (...words: Word[]): Decision =>
  decideWithReasons(opened(page([...invoice, ...words])), { vat: '', name: null }, '2026-11-01');

function lost(miss: Miss, ...words: Word[]) {
  const [loss] = lossesOf([miss], decided(...words));
  return loss!;
}

describe('where a value was lost', () => {
  test.each<[Stage, string, Miss, Word[]]>([
    [
      'not on the page as read',
      'a number that no page has',
      { path: 'invoice_number', truth: 'ZX-9090', given: null },
      [],
    ],
    [
      'not on the page as read',
      'a sum of which a figure was misread',
      { path: 'total_amount', truth: 178.5, given: null },
      runTo('Total de plata 178,S0', 540, 460),
    ],
    [
      'no candidate',
      'a number that nothing takes for one',
      { path: 'invoice_number', truth: 'QW-5512', given: null },
      run('QW-5512', 40, 600),
    ],
    [
      'no candidate',
      'a line outside all tables',
      { path: 'line_items.2', truth: 'Spirit alb', given: null },
      run('Spirit alb', 40, 700),
    ],
    [
      'no label',
      'a date that stands alone',
      { path: 'due_date', truth: '2026-04-09', given: null },
      run('09.04.2026', 400, 600),
    ],
    [
      'no label',
      'a sum behind words that call it something else',
      { path: 'vat_amount', truth: 41.3, given: null },
      runTo('Greutate 41,30', 300, 600),
    ],
    [
      'chosen wrong',
      'a date that its label names',
      { path: 'invoice_date', truth: '2026-02-03', given: '2026-05-09' },
      [],
    ],
    ['chosen wrong', 'a cell of a line', { path: 'line_items.0.unit_price', truth: 15, given: 2 }, []],
    ['other form', 'half a name', { path: 'vendor.name', truth: 'Atelierul Nordic SRL', given: 'Nordic SRL' }, []],
    ['other form', 'a sum with its sign turned', { path: 'total_amount', truth: -119, given: 119 }, []],
    ['other form', 'day and month exchanged', { path: 'invoice_date', truth: '2026-02-03', given: '2026-03-02' }, []],
    ['not printed', 'what no page prints', { path: 'po_reference', truth: null, given: 'AN-4471' }, []],
  ])('%s: %s', (stage, _, miss, words) => {
    expect(lost(miss, ...words).stage).toBe(stage);
  });

  test('file not opened: every value of a file that is refused', () => {
    const [loss] = lossesOf([{ path: 'total_amount', truth: 119, given: null }], null);
    expect(loss!.stage).toBe('file not opened');
  });

  test('a wrong choice names its rival and what decided, and shows both places', () => {
    const other = run('Cod comanda: 77120', 40, 600);
    const loss = lost({ path: 'invoice_number', truth: 'AN-4471', given: '77120' }, ...other);
    expect(loss.stage).toBe('chosen wrong');
    const second = lost(
      { path: 'due_date', truth: '2026-03-05', given: '2026-06-06' },
      ...run('Scadenta finala: 06.06.2026', 40, 620),
    );
    expect(second.why).toMatch(/^rival: .+ [+-]?\d/);
    expect(second.truthPlace).toMatchObject({ page: 1, box: { y: 180 } });
  });

  test('the place of the truth is where it is printed, also where nothing took it for a value', () => {
    const { truthPlace } = lost({ path: 'invoice_number', truth: 'QW-5512', given: null }, ...run('QW-5512', 40, 600));
    expect(truthPlace).toMatchObject({ page: 1, box: { x: 40, y: 600 } });
  });

  test('the page shows the truth and what was given where they stand, and escapes both', () => {
    const decision = decided(...run('Scadenta finala: 06.06.2026', 40, 620));
    const misses = [{ path: 'due_date', truth: '2026-03-05', given: '<b>' }];
    const picture = { jpeg: Buffer.from('picture'), width: 595, height: 842 };
    const shown = budgetPage('paper.pdf', lossesOf(misses, decision), [
      { page: decision.layout.pages[0]!.page, picture },
    ]);
    expect(shown).toContain('<rect id="truth-0" class="truth"');
    expect(shown).toContain('<rect id="given-0" class="given"');
    expect(shown).toContain('&lt;b&gt;');
    expect(shown).not.toContain('<b>');
  });

  test('all losses stand in the table, each in one column', () => {
    const text = table(
      [{ stage: 'no label' as const }, { stage: 'no label' as const }, { stage: 'other form' as const }],
      ({ stage }) => stage,
    );
    const rows = text.split('\n').map((line) => line.match(/\d+/g) ?? []);
    expect(rows).toEqual([[], ['2', '2'], ['1', '1'], ['3', '2', '1']]);
  });
});
