import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) =>
  decide(opened(page([...invoiceTitle, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21');
const confidence = ({ fields }: ReturnType<typeof read>, path: string) => fields[path]?.confidence ?? 'none';
const right = (x: number) => ({ x, align: 'right' as const });
const left = (x: number) => ({ x, align: 'left' as const });

const customer = column(330, 160, [
  'Client',
  'Auto Test 2003 SRL',
  'CIF: RO18547290',
  'Calea Florești nr. 3, Cluj-Napoca',
]);
const vendor = (...more: string[]) =>
  column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, Iași, jud. Iași', ...more]);
const lines = (...rows: string[][]) =>
  printTable(
    [['Denumire', 'Cantitate', 'Preț', 'Valoare'], ...rows],
    [left(60), right(300), right(420), right(530)],
    300,
  );
const sums = (...rows: string[][]) => printTable(rows, [left(330), right(530)], 420);

describe("the vendor's tax number among others whose check digits hold as well", () => {
  it("is sure alone, and not beside that of another country's branch in the same block", () => {
    expect(confidence(read(vendor('CIF: RO16702141'), customer), 'vendor.vat_number')).toBe('high');
    const both = read(vendor('CIF: RO16702141', 'Sucursala Ulm, CIF: DE294617388'), customer);
    expect(confidence(both, 'vendor.vat_number')).not.toBe('high');
  });

  it('is not sure where the company that was sent is not on the page, and no label says who of two is who', () => {
    const places = (buyersNumber: string) =>
      read(
        column(400, 60, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5', '700001 Iași', 'CIF: RO16702141']),
        column(60, 150, ['Auto Test 2003 SRL', 'Calea Florești nr. 3', '400001 Cluj-Napoca', `CIF: ${buyersNumber}`]),
        run('Auto Test 2003 SRL', 60, 760),
        lines(['Tablă', '2', '50,00', '100,00']),
      );
    expect(confidence(places('RO18547290'), 'vendor.vat_number')).toBe('high');
    const others = places('RO2368077');
    for (const path of ['vendor.name', 'vendor.vat_number']) expect(confidence(others, path), path).not.toBe('high');
  });

  it('is not that of the tax group that is named alone', () => {
    const line = 'Grup fiscal: Munte Holding S.A., CIF: RO31415920';
    const alone = read(run('Brad Alb', 60, 40, 16), customer, column(60, 780, [line]));
    expect(confidence(alone, 'vendor.vat_number')).not.toBe('high');
    const own = read(vendor('CIF: RO16702141'), customer, column(60, 780, [line]));
    expect(own.invoice.vendor.vat_number).toBe('RO16702141');
    // A valid number beside it that no known label explains may be the one that is meant.
    expect(confidence(own, 'vendor.vat_number')).toBe('medium');
  });

  it('is not that of the company whose name stands right above it', () => {
    const window = ['Brad Alb Impex S.R.L. · Str. Lungă nr. 5 · 700123 Iași', 'Munte Trade S.R.L.', 'Str. Nouă nr. 8'];
    const found = read(
      column(60, 40, ['Brad Alb Impex S.R.L.']),
      column(60, 90, [...window, '400123 Cluj-Napoca', 'CIF: RO31415920']),
      column(330, 90, ['Factura nr. 8812', 'Data facturii: 09.02.2026']),
    );
    expect(confidence(found, 'vendor.vat_number')).not.toBe('high');
  });

  it('is not that of the company in the next cell of a scanned row', () => {
    const scanned = (words: Word[]): Word[] => words.map((each) => ({ ...each, source: 'ocr', confidence: 0.95 }));
    const found = read(
      scanned(customer),
      scanned(run('Intermediar Munte S.A.', 60, 780)),
      scanned(run('CIF: RO31415920', 178, 780)),
    );
    expect(found.invoice.vendor.vat_number).toBe('RO31415920');
    expect(confidence(found, 'vendor.vat_number')).not.toBe('high');
  });

  it('is its own where a marketplace has one', () => {
    const found = read(
      column(60, 40, ['Invoice no.: 2026-1204', 'Invoice date: 09.02.2026']),
      column(60, 100, ['Vândut prin: Munte Market S.A., CIF: RO31415920']),
      customer,
      column(60, 780, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5', '700123 Iași']),
      column(220, 780, ['CIF: RO16702141']),
    );
    expect(found.invoice.vendor.vat_number).toBe('RO16702141');
  });
});

describe('the account among others', () => {
  const own = 'IBAN: RO49AAAA1B31007593840000';

  it.each([
    'Plată defalcată TVA – cont TVA IBAN: DE89370400440532013000',
    'Split payment VAT account IBAN: DE89370400440532013000',
    'G-rekening IBAN: DE89370400440532013000',
  ])('that takes the VAT alone: %s', (line) => {
    const found = read(vendor('CIF: RO16702141'), customer, column(60, 640, [line]), column(60, 700, [own]));
    expect(found.invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(confidence(found, 'bank_details.iban')).toBe('high');
  });

  it('is not chosen by the currency of a sum in its row', () => {
    const found = read(
      vendor('CIF: RO16702141'),
      customer,
      column(60, 640, [own]),
      column(60, 670, ['IBAN: DE89370400440532013000']),
      run('Total 121,00 RON', 330, 670),
    );
    expect(found.invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
  });
});

describe('sums of several rates', () => {
  it('one rate closes in itself, but all lines make another printed sum', () => {
    const found = read(
      vendor('CIF: RO16702141'),
      customer,
      lines(['Hârtie', '10', '10,00', '100,00'], ['Pâine', '10', '20,00', '200,00']),
      sums(
        ['Valoare mărfuri', '300,00'],
        ['Total fără TVA', '100,00'],
        ['TVA 21%', '21,00'],
        ['Total cu TVA', '121,00'],
      ),
    );
    for (const path of ['subtotal', 'vat_amount', 'total_amount']) expect(confidence(found, path)).not.toBe('high');
  });

  it("one rate's row is all that could be read, and no line confirms it", () => {
    const row = printTable(
      [
        ['Cota TVA', 'Bază', 'TVA', 'Total'],
        ['11%', '100,00', '11,00', '111,00'],
      ],
      [left(60), right(200), right(300), right(420)],
      420,
    );
    const found = read(vendor('CIF: RO16702141'), customer, row);
    expect(confidence(found, 'total_amount')).not.toBe('high');
    const total = run('Total de plată 111,00', 330, 480);
    expect(confidence(read(vendor('CIF: RO16702141'), customer, row, total), 'total_amount')).toBe('high');
  });

  it('the VAT of each rate leads from net to total; no sum of it is printed, so what they come to is never high', () => {
    const found = read(
      vendor('CIF: RO16702141'),
      customer,
      lines(['Hârtie', '10', '10,00', '100,00'], ['Pâine', '10', '20,00', '200,00']),
      sums(['Total fără TVA', '300,00'], ['TVA 21%', '21,00'], ['TVA 11%', '22,00'], ['Total cu TVA', '343,00']),
    );
    expect(found.invoice).toMatchObject({ subtotal: 300, vat_amount: 43, total_amount: 343 });
    expect(confidence(found, 'vat_amount')).toBe('medium');
    expect(confidence(found, 'subtotal')).toBe('high');
    expect(confidence(found, 'total_amount')).toBe('high');
  });
});

describe('what stands twice', () => {
  it.each(['Factura anterioară: 2025-0777', 'Fattura precedente: 2025-0777', 'Előző számla: 2025-0777'])(
    "and once as another invoice's number: %s",
    (line) => {
      const found = read(
        column(60, 40, ['Factura nr. 2025-0777', 'Data: 09.02.2026']),
        vendor('CIF: RO16702141'),
        customer,
        column(60, 700, [line]),
      );
      expect(confidence(found, 'invoice_number')).toBe('low');
    },
  );

  it("and is each time the second amount's currency, beside a rate of exchange", () => {
    const rows = [
      ['Total net', '1.000,00', '5.000,00 HUF'],
      ['Total', '1.270,00', '6.350,00 HUF'],
    ];
    const table = printTable(rows, [left(60), right(300), right(420)], 420);
    const found = read(vendor('CIF: RO16702141'), customer, table, column(60, 700, ['1 EUR = 390,00 HUF']));
    expect(confidence(found, 'currency')).not.toBe('high');
  });
});

it("a period's first and last day are no rivals of the invoice's date", () => {
  const found = read(
    column(60, 40, ['Facture n° 2026-1204', 'Date : 31/01/2026']),
    vendor('CIF: RO16702141'),
    customer,
    column(60, 400, ['Date début : 01/01/2026', 'Date fin : 31/01/2026']),
  );
  expect(found.invoice.invoice_date).toBe('2026-01-31');
  expect(confidence(found, 'invoice_date')).not.toBe('low');
});

describe('a company beside vendor and customer', () => {
  it('leaves open who the vendor is where no label says what it has to do with the invoice', () => {
    const own = vendor('CIF: RO16702141');
    expect(confidence(read(own, customer), 'vendor.vat_number')).toBe('high');
    for (const said of ['Lucrarea o face:', 'Die Leistung erbringt:', 'Blorba zgrunt:']) {
      const found = read(own, customer, column(60, 215, [said, 'Munte Trade S.R.L.', 'Str. Nouă nr. 8']));
      expect(confidence(found, 'vendor.vat_number'), said).toBe('medium');
    }
    const carried = read(own, customer, column(60, 215, ['Transportator', 'Munte Trade S.R.L.']));
    expect(confidence(carried, 'vendor.vat_number')).toBe('high');
  });
});

describe('what a list names beside the invoice', () => {
  const head = column(60, 40, ['Factura nr. 8812', 'Data facturii: 09.02.2026']);
  const list = (...rows: string[][]) =>
    printTable(
      [['Factura nr.', 'Data facturii', 'Scadența', 'Total'], ...rows],
      [left(80), left(200), left(330), right(530)],
      640,
    );

  it.each([
    [['7201', '01.01.2026', '01.03.2026', '120,00']],
    [
      ['7201', '01.01.2026', '01.03.2026', '120,00'],
      ['7318', '11.01.2026', '11.03.2026', '90,00'],
    ],
  ])('is not its day to pay by: %j', (...rows) => {
    const found = read(head, vendor('CIF: RO16702141'), customer, list(...rows));
    expect(confidence(found, 'due_date')).not.toBe('high');
    expect(confidence(found, 'invoice_date')).not.toBe('low');
  });
});

describe('a list whose first two columns run together', () => {
  it("is still one of another invoice, whose day to pay by is not this one's", () => {
    const list = (number: string) =>
      printTable(
        [
          ['Factura nr. Data facturii', 'Scadența', 'Total'],
          [`${number} 01.01.2026.`, '01.03.2026', '120,00'],
        ],
        [left(80), left(330), right(530)],
        640,
      );
    const head = column(60, 40, ['Factura nr. 8812', 'Data facturii: 09.02.2026']);
    expect(confidence(read(head, vendor('CIF: RO16702141'), customer, list('7201')), 'due_date')).not.toBe('high');
  });
});

describe('a page that shows how to read an invoice', () => {
  it('has no day to pay by for the invoice before it', () => {
    const first = page([
      ...invoiceTitle,
      ...column(60, 40, ['Factura nr. 8812', 'Data facturii: 09.02.2026']),
      ...vendor('CIF: RO16702141'),
      ...customer,
    ]);
    const due = 'Data scadenței: 11.03.2026';
    const further = (...more: string[]) =>
      decide(
        opened(first, page(column(60, 60, [...more, due]), [], 2)),
        { vat: 'RO18547290', name: null },
        '2026-11-21',
      );
    expect(confidence(further('Factura nr. 8812'), 'due_date')).toBe('high');
    expect(confidence(further('Cum se citește', 'Seria și numărul: MB1107'), 'due_date')).not.toBe('high');
  });
});

describe('a tax that is taken off', () => {
  it.each(['Impozit reținut 15%', 'Bauabzugsteuer 15 %', 'Taxe retenue 15 %'])(
    'is no VAT of a second rate, and what is left is not the total: %s',
    (label) => {
      const goods = lines(['Hârtie A4 80 g', '10', '10,00', '100,00'], ['Toner XK 12', '10', '20,00', '200,00']);
      const invoice = [vendor('CIF: RO16702141'), customer, goods];
      const plain = [
        ['Total fără TVA', '300,00'],
        ['TVA 21%', '63,00'],
      ];
      expect(confidence(read(...invoice, sums(...plain, ['Total', '363,00'])), 'total_amount')).toBe('high');
      const withheld = read(...invoice, sums(...plain, [label, '-45,00'], ['Total', '318,00']));
      expect(confidence(withheld, 'total_amount')).not.toBe('high');
    },
  );
});

describe('a levy on goods, in percent', () => {
  it.each(['Taxă pe energie 5,11269632% din 300,00', 'Contribuție 0,5% din 300,00'])('is no VAT: %s', (levy) => {
    const amount = levy.startsWith('T') ? '15,34' : '1,50';
    const [net, vat, total] = levy.startsWith('T') ? ['315,34', '66,22', '381,56'] : ['301,50', '63,32', '364,82'];
    const { invoice } = read(
      vendor('CIF: RO16702141'),
      customer,
      lines(['Energie activă', '10', '30,00', '300,00'], ['Taxă', '1', amount, amount]),
      sums([levy, amount], [`TVA 21% din ${net}`, vat], ['Total de plată', total]),
    );
    expect(invoice.vat_breakdown).toMatchObject([{ rate: 21 }]);
    expect(invoice).toMatchObject({ vat_amount: Number(vat.replace(',', '.')) });
  });
});

describe('a number under a label', () => {
  it('is not the one that has a caption of its own, whatever it says', () => {
    const title = run('Factura', 330, 60);
    expect(confidence(read(title, run('LO-262755', 330, 90)), 'invoice_number')).toBe('high');
    const captioned = read(title, [...run('Cod loc', 270, 90), ...run('LO-262755', 330, 90)]);
    expect(confidence(captioned, 'invoice_number')).not.toBe('high');
  });

  it.each(['N° de pièce', 'Numero documento', 'Document no.'])(
    "is the invoice's only beside its title or its date, where the label may be any paper's: %s",
    (label) => {
      const stamp = run(`${label}: 481110`, 420, 230);
      expect(confidence(read(stamp), 'invoice_number')).not.toBe('high');
      const dated = read(stamp, run('Data facturii: 09.02.2026', 420, 243));
      expect(confidence(dated, 'invoice_number')).toBe('high');
    },
  );

  it.each(['NIR nr.', 'Goods received note', 'Docket no.'])(
    "is no delivery note's where the customer numbers what it received: %s",
    (label) => {
      const note = run('Aviz de însoțire nr.: 71204', 60, 90);
      expect(confidence(read(note), 'delivery_note_number')).toBe('high');
      expect(confidence(read(run(`${label}: 71204`, 60, 90)), 'delivery_note_number')).toBe('none');
    },
  );
});
