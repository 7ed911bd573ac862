import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

/** An invoice whose head has these lines. */
function headed(...lines: string[]) {
  const words = [
    column(60, 40, lines),
    column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']),
    column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj-Napoca']),
  ];
  return decide(opened(page(words.flat())), { vat: 'RO18547290', name: null }, '2026-11-21');
}

const level = ({ fields }: ReturnType<typeof headed>, path: string) => fields[path]?.confidence;
const plain = ['Factura nr. MT-1204', 'Data facturii: 09.02.2026'];

describe('a label proves what a number or a date means', () => {
  it('where it means just this and every word around it is known', () => {
    const found = headed(...plain, 'Data scadenței: 11.03.2026', 'Comanda nr. 77120-B');
    expect(found.invoice).toMatchObject({
      invoice_number: 'MT-1204',
      invoice_date: '2026-02-09',
      due_date: '2026-03-11',
    });
    for (const path of ['invoice_number', 'invoice_date', 'due_date']) expect(level(found, path), path).toBe('high');
  });

  it.each([
    ['a word before its label', ['Zbirka nr. MT-1204', 'Data facturii: 09.02.2026'], 'invoice_number'],
    ['an unknown word that qualifies the label', ['Blorba factura nr. MT-1204', plain[1]!], 'invoice_number'],
    ['an unknown word between label and number', ['Factura nr. blorba MT-1204', plain[1]!], 'invoice_number'],
    ['more figures behind the number', ['Factura nr. 31 - 20.866', plain[1]!], 'invoice_number'],
    ['an unknown word that qualifies the date', [plain[0]!, 'Blorba data facturii: 09.02.2026'], 'invoice_date'],
    ['an unknown word in brackets behind the label', ['Factura nr. (blorba): MT-1204', plain[1]!], 'invoice_number'],
    ['such a word behind the label of the date', [plain[0]!, 'Data facturii (blorba): 09.02.2026'], 'invoice_date'],
    ['an unknown word between label and date', [plain[0]!, 'Data facturii blorba 09.02.2026'], 'invoice_date'],
    ['a period that begins with the date', [plain[0]!, 'Data: 09.02.2026 - 08.03.2026'], 'invoice_date'],
    ['a mere date beside another one', [plain[0]!, 'Data: 09.02.2026', 'Blorba 17.02.2026'], 'invoice_date'],
    ['another number under such a label', [...plain, 'Număr factură: ZX-88'], 'invoice_number'],
    ['another date under such a label', [...plain, 'Data emiterii: 17.02.2026'], 'invoice_date'],
  ])('and not with %s', (_, lines, path) => {
    expect(level(headed(...lines), path)).not.toBe('high');
  });

  it.each([
    ['Milano, 16 marzo 2026', 'Intervento eseguito 16.03.2026'],
    ['Iași, 16 martie 2026', 'Lucrare executată 16.03.2026'],
    ['Lyon, le 16 mars 2026', 'Travaux effectués 16.03.2026'],
    ['Graz, 16. März 2026', 'Leistung erbracht 16.03.2026'],
  ])('and no place alone, however often the date is printed: %s', (letter, again) => {
    const found = headed('Factura nr. MT-1204', letter, again);
    expect(found.invoice.invoice_date).toBe('2026-03-16');
    expect(level(found, 'invoice_date')).toBe('medium');
    expect(found.fields.invoice_date?.evidence).not.toContain('labelled');
  });

  it('and is no proof of a scan, which could be misread, before the value is read again', () => {
    const words = column(60, 40, plain).map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.97 }));
    const scan = (more: string[]) => {
      const again = column(60, 700, more).map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.97 }));
      return decide(
        opened({ ...page([...words, ...again]), source: 'ocr' }),
        { vat: 'RO18547290', name: null },
        '2026-11-21',
      );
    };
    expect(level(scan([]), 'invoice_number')).toBe('medium');
    expect(level(scan(['Anexa la factura MT-1204, pagina 1']), 'invoice_number')).toBe('high');
  });

  it('whatever else is printed: another number or date never becomes a high one of the invoice', () => {
    const word = fc.stringMatching(/^[a-zăîșț]{4,10}$/);
    const figure = fc.oneof(
      fc.stringMatching(/^[A-Z]{2}-[0-9]{3,5}$/),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2026-11-20'), noInvalidDate: true }).map((date) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-');
        return `${day}.${month}.${year}`;
      }),
    );
    const label = fc.constantFrom('nr.', 'data', 'factura', 'document', 'număr', 'seria', 'emis la', ':');
    const block = fc.array(fc.tuple(word, label, figure), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(block, fc.constantFrom(60, 330), (rows, x) => {
        const texts = rows.map(([first, second, third]) => `${first} ${second} ${third}`);
        const words = [column(60, 40, plain), column(x, 300, texts), run('Total 119,00 lei', 330, 600)].flat();
        const { invoice, fields } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-21');
        if (fields.invoice_number?.confidence === 'high') expect(invoice.invoice_number).toBe('MT-1204');
        if (fields.invoice_date?.confidence === 'high') expect(invoice.invoice_date).toBe('2026-02-09');
        expect(fields.due_date?.confidence).not.toBe('high');
      }),
      { numRuns: 150 },
    );
  });
});

it('brackets behind a label may say how it is written', () => {
  const found = headed('Factura nr. (Invoice no.): MT-1204', 'Data facturii (zz.ll.aaaa): 09.02.2026');
  for (const path of ['invoice_number', 'invoice_date']) expect(level(found, path), path).toBe('high');
});

describe('dates of which day and month could be exchanged', () => {
  const dated = (...patterns: string[]) =>
    headed(
      plain[0]!,
      `Data facturii${patterns[0] ?? ''}: 09.02.2026`,
      `Data scadenței${patterns[1] ?? ''}: 10.03.2026`,
    );

  it.each(['MM/DD/YYYY', 'mm.jj.aaaa', 'MM/TT/JJJJ', 'mm-gg-aaaa', 'll.zz.aaaa', 'ММ.ДД.ГГГГ', 'μμ/ηη/εεεε'])(
    'are read in the order that the page says: %s',
    (pattern) => {
      const found = dated(` (${pattern})`);
      expect(found.invoice).toMatchObject({ invoice_date: '2026-09-02', due_date: '2026-10-03' });
    },
  );

  it.each(['zz.ll.aaaa', 'DD/MM/YYYY', 'comma/dd'])('are not exchanged by another one: %s', (pattern) => {
    expect(dated(` (${pattern})`).invoice).toMatchObject({ invoice_date: '2026-02-09', due_date: '2026-03-10' });
  });

  it('are not high where a date on the page is against what it says', () => {
    const found = headed(plain[0]!, 'Data facturii (ll.zz.aaaa): 09.02.2026', 'Data scadenței: 25.03.2026');
    expect(level(found, 'invoice_date')).not.toBe('high');
  });
});

it('an order on a page that shows how a form is filled in is not high', () => {
  const invoice = [
    ...column(60, 40, plain),
    ...column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']),
    ...column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj-Napoca']),
  ];
  const form = (...lines: string[]) =>
    decide(opened(page(invoice), page(column(60, 60, lines), [], 2)), { vat: 'RO18547290', name: null }, '2026-11-21');
  const order = 'Comanda nr. 77120-B';
  expect(level(form('Blorba', order), 'po_reference')).toBe('high');
  expect(level(form('Blorba', order, 'Factura nr. ZX-8811'), 'po_reference')).not.toBe('high');
});

it.each([
  'Zahlbar bis 11.03.2026 mit 2 % Skonto',
  'Payable by 11.03.2026 less 2 % discount',
  'Payable avant le 11.03.2026 avec escompte de 2 %',
  'De plată până la 11.03.2026 cu 2 % reducere',
  'Te betalen voor 11.03.2026 met 2 % korting',
  'Płatne do 11.03.2026 z 2 % skonta',
  'A pagar até 11.03.2026 com desconto de 2 %',
  'Due date: 11.03.2026 blorba',
])('a day to pay by that something is tied to is not the last one: %s', (line) => {
  expect(level(headed(...plain, line), 'due_date') ?? 'none').not.toBe('high');
});

describe('who issued the invoice', () => {
  const issued = (sentence: string) => {
    const found = headed(...plain, sentence, 'Brad Alb Impex S.R.L.');
    return [level(found, 'vendor.name'), level(found, 'vendor.vat_number')];
  };

  it('is proven by a labelled block', () => {
    expect(issued('Pagina 1 din 1')).toEqual(['high', 'high']);
  });

  it.each([
    ['ro', 'Emisă de Casa Agent în numele și pe seama societății de mai jos'],
    ['en', 'Issued by Agent House in the name and on behalf of the company below'],
    ['de', 'Ausgestellt durch Haus Agent im Namen und für Rechnung der unten genannten Firma'],
    ['fr', 'Établie par Maison Agent au nom et pour le compte de la société ci-dessous'],
    ['it', 'Emessa da Casa Agente in nome e per conto della società sotto indicata'],
    ['es', 'Emitida por Casa Agente en nombre y por cuenta de la empresa indicada'],
    ['pt', 'Emitida por Casa Agente em nome e por conta da empresa abaixo'],
    ['nl', 'Uitgereikt door Huis Agent in naam en voor rekening van het bedrijf hieronder'],
    ['pl', 'Wystawił Dom Agenta w imieniu i na rzecz spółki poniżej'],
    ['cs', 'Vystavil Dům Agent jménem a na účet společnosti níže'],
    ['hu', 'Kiállította az Ügynök Ház az alábbi cég nevében és javára'],
    ['bg', 'Издадена от Дом Агент от името и за сметка на дружеството по-долу'],
    ['el', 'Εκδόθηκε από τον Οίκο στο όνομα και για λογαριασμό της εταιρείας'],
    ['hr', 'Izdala Kuća Agent u ime i za račun tvrtke u nastavku'],
    ['sl', 'Izdala Hiša Agent v imenu in za račun spodnjega podjetja'],
    ['ro', 'Vândut de Munte Verde S.A., CIF RO31415920'],
    ['en', 'Sold by Munte Verde S.A., CIF RO31415920'],
    ['de', 'Verkauft von Munte Verde S.A., CIF RO31415920'],
    ['fr', 'Vendu par Munte Verde S.A., CIF RO31415920'],
    ['it', 'Venduto da Munte Verde S.A., CIF RO31415920'],
    ['es', 'Vendido por Munte Verde S.A., CIF RO31415920'],
    ['pt', 'Vendido e enviado por Munte Verde S.A., CIF RO31415920'],
    ['nl', 'Verkocht door Munte Verde S.A., CIF RO31415920'],
    ['pl', 'Sprzedane przez Munte Verde S.A., CIF RO31415920'],
    ['cs', 'Prodává a doručuje Munte Verde S.A., CIF RO31415920'],
    ['hu', 'Értékesíti és szállítja: Munte Verde S.A., CIF RO31415920'],
    ['bg', 'Продадено от Munte Verde S.A., CIF RO31415920'],
    ['el', 'Πωλείται από Munte Verde S.A., CIF RO31415920'],
    ['hr', 'Prodaje i šalje Munte Verde S.A., CIF RO31415920'],
    ['sl', 'Prodaja in pošilja Munte Verde S.A., CIF RO31415920'],
  ])('is left open where one does it for another (%s)', (_, sentence) => {
    expect(issued(sentence)).not.toContain('high');
  });

  it.each([
    'Vândut de',
    'Sold by',
    'Verkauft von',
    'Vendu par',
    'Venduto da',
    'Vendido por',
    'Verkocht door',
    'Remite:',
  ])('is who stands behind words that lead on to a name: %s', (words) => {
    const found = decide(
      opened(
        page(
          [
            run('INVOICE', 60, 40, 18),
            column(330, 40, ['Invoice no. 2026-118', '12.03.2026']),
            column(60, 100, [`${words} Atelier Zorbin SARL`, 'VAT FR40303265045']),
            column(60, 180, ['Bill to', 'Magda Olaru', 'Str. Zorbin nr. 12', '120001 Buzău']),
            run('Total 50,00 EUR', 330, 420),
          ].flat(),
        ),
      ),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    expect(found.invoice.vendor).toMatchObject({ name: 'Atelier Zorbin SARL', vat_number: 'FR40303265045' });
    expect(found.fields['vendor.name']?.confidence).not.toBe('high');
  });

  it.each(['Blorbant zgrunt', 'Za koga nastupamo:'])(
    'is left open beside another company that has an address and no number of its own: %s',
    (heading) => {
      const company = [heading, 'Munte Verde S.A.', 'Str. Nouă nr. 8', '400123 Cluj-Napoca'];
      const found = headed(...plain, 'Brad Alb Impex S.R.L.', ...company);
      expect(level(found, 'vendor.name')).not.toBe('high');
      expect(level(found, 'vendor.vat_number')).not.toBe('high');
    },
  );

  it.each(['Blorbant zgrunt', 'În calitate de mandatar al:', 'Za koga nastupamo:'])(
    'is left open beside another company with a number of its own, whatever is said of it: %s',
    (heading) => {
      const company = [heading, 'Munte Verde S.A.', 'Str. Nouă nr. 8, 400123 Cluj-Napoca', 'CIF: RO31415920'];
      const words = (more: string[]) => [
        ...column(60, 40, plain),
        ...column(60, 160, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
        ...column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj-Napoca']),
        ...column(60, 300, more),
        ...column(60, 700, ['Brad Alb Impex S.R.L.', 'IBAN: RO49AAAA1B31007593840000']),
      ];
      const read = (more: string[]) =>
        decide(opened(page(words(more))), { vat: 'RO18547290', name: null }, '2026-11-21');
      expect(level(read([]), 'vendor.name')).toBe('high');
      expect(level(read(company), 'vendor.name')).not.toBe('high');
      expect(level(read(company), 'vendor.vat_number')).not.toBe('high');
      expect(level(read(['Transportator: Munte Verde S.A., CIF: RO31415920']), 'vendor.name')).toBe('high');
    },
  );

  it('is left open where another valid number is printed that nothing explains', () => {
    const found = headed(...plain, 'VAT no. RO9900816346');
    expect(level(found, 'vendor.vat_number')).toBe('medium');
  });
});
