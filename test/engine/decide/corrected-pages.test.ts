import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { body, bold, buyer, high, read } from './titled-pages.ts';

/** A note in each language that another figure is meant than the printed one. */
const notes: Readonly<Record<string, string>> = {
  bg: 'Сумата да се чете 1 128,14',
  cs: 'Celkem má být 1 128,14',
  de: 'Der Betrag muss heißen 1.128,14',
  el: 'Το ορθό είναι 1.128,14',
  en: 'Total should read 1,128.14',
  es: 'El total debe decir 1.128,14',
  fr: 'Lire 1 128,14 après remise',
  hr: 'Iznos treba glasiti 1.128,14',
  hu: 'Az összeg helyesen 1 128,14',
  it: 'Il totale leggasi 1.128,14',
  nl: 'Bedrag moet zijn 1.128,14',
  pl: 'Kwota winno być 1 128,14',
  pt: 'O total deve ler-se 1.128,14',
  ro: 'Totalul se va citi 1.128,14',
  sl: 'Znesek mora biti 1.128,14',
};

const invoiceIn = (language: string) => {
  const titles = printedTitles[language]!;
  return [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];
};

it('has a note of every language of the lexicon', () => {
  expect(Object.keys(notes).sort()).toEqual(lexicon().map(({ language }) => language));
});

describe('a page on which something is corrected', () => {
  it.each(Object.entries(notes))('proves nothing by what it printed before, in %s', (language, note) => {
    expect(high(read(invoiceIn(language)))).toContain('total_amount');
    expect(high(read([...invoiceIn(language), ...run(note, 60, 700, 9)]))).toEqual([]);
  });

  it('proves nothing where a line is drawn through its print, and says so', () => {
    const words = invoiceIn('en');
    const struck = { ...page(words), struckOut: true as const };
    const found = decide(opened(struck), buyer, '2026-11-21');
    expect(high(found)).toEqual([]);
    expect(found.invoice.quality_flags.notes).toBe('On page 1 a line is drawn through print.');
  });
});

describe('what a page says of itself', () => {
  it('is no address because it holds the word for a lane and a number', () => {
    const exercise = run('Esercitazione n. 7 – Corso di blorba per addetti alla contabilità', 250, 30, 7);
    expect(high(read([...invoiceIn('it'), ...exercise]))).toEqual([]);
    const address = run('Corso Umberto n. 7, scala di sinistra, terzo piano', 250, 30, 7);
    expect(high(read([...invoiceIn('it'), ...address]))).toContain('total_amount');
  });

  it('is no head of a column because it stands beside the head of the table', () => {
    const titles = printedTitles.nl!;
    const goods = (first: string) => [
      ...run(`${titles.invoice} 2026-1204`, 160, 60, 18),
      ...column(160, 120, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
      ...column(350, 120, ['Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, 400509 Cluj-Napoca']),
      ...run(first, 14, 480, 8),
      ...body(titles).filter(({ y }) => y >= 480),
    ];
    expect(high(read(goods('Levering')))).toContain('total_amount');
    expect(high(read(goods('Blorbadministratie voor later')))).toEqual([]);
  });
});

describe('what takes nothing from an invoice', () => {
  const footed = (language: string, ...lines: string[]) =>
    high(read([...invoiceIn(language), ...column(60, 700, lines, 8)]));

  it('is the name of a bank and its code beside the account', () => {
    expect(footed('cs', 'Moravská banka · IBAN CZ65 0800 0000 1920 0014 5399')).toContain('total_amount');
    const code = [...run('IBAN IT60 X054 2811 1010 0000 0123 456', 60, 700, 8)];
    const beside = (text: string) => high(read([...invoiceIn('it'), ...code, ...bold(run(text, 60, 722, 8))]));
    expect(beside('BPPIITRR')).toContain('total_amount');
    expect(beside('BLORPLAR')).toEqual([]);
  });

  it('is the court of a register and its town', () => {
    const set = (text: string) => high(read([...invoiceIn('fr'), ...bold(run(text, 330, 60, 14))]));
    expect(set('RCS Lille Métropole')).toContain('total_amount');
    expect(set('RCS blorbé')).toEqual([]);
  });
});

describe('what a customer calls something', () => {
  const numbered = (label: string) => {
    const { fields, invoice } = read([
      ...invoiceIn('en'),
      ...printTable(
        [[label, '61920']],
        [
          { x: 330, align: 'left' },
          { x: 480, align: 'left' },
        ],
        90,
      ),
    ]);
    return { value: invoice.po_reference, level: fields.po_reference?.confidence };
  };

  it('is an order only where its label says so', () => {
    expect(numbered('Your order no.:')).toEqual({ value: '61920', level: 'high' });
    expect(numbered('Customer ref.:')).toEqual({ value: '61920', level: 'medium' });
  });
});
