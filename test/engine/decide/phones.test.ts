import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { column, opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const head = [
  ...column(60, 40, ['Cetina Verde Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
  ...run('FACTURA', 60, 200, 16),
  ...run('Nr. factură: 2188', 60, 225),
  ...column(330, 200, ['Client: Auto Test 2003 SRL', 'CIF: RO18547290']),
  ...run('Total de plată', 330, 600),
  ...runTo('363,00', 530, 600),
];
const vendorOf = (...words: Word[][]) =>
  decide(opened(page([...head, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21').invoice.vendor;

describe('telephone numbers', () => {
  it('go on in a line of their own behind the code of their country', () => {
    const line = run(
      'Cetina Verde Impex S.R.L., Str. Lungă nr. 5, 700123 Iași, birou@cetina.example, tel. +40',
      60,
      770,
      8,
    );
    expect(vendorOf(line, run('351 555 118', 200, 779, 8)).phone).toBe('+40 351 555 118');
  });

  it.each([
    ['rezervări 0351 555 118', '0351 555 118'],
    ['Rel. abonați 0231-555.580', '0231-555.580'],
    ['Disp. zi și noapte 0240/55.43.11', '0240/55.43.11'],
    ['Ihr Service-Team: 0591 / 955-3300', '0591 / 955-3300'],
  ])('are read behind words that nothing is known of, at the head or foot: %s', (line, phone) => {
    expect(vendorOf(run(line, 60, 800)).phone).toBe(phone);
    expect(vendorOf(run(line, 60, 500)).phone).toBeNull();
    expect(vendorOf(run(line, 60, 780), run('Tel. 0244 555 100', 60, 800)).phone).toBe('0244 555 100');
  });

  it('are read behind the drawing of one', () => {
    expect(vendorOf(run('☎ 0244 555 100', 60, 90)).phone).toBe('0244 555 100');
  });

  it('are rather those apart from the goods, whose numbers have such forms, and no part of an account', () => {
    const goods = printTable(
      [
        ['Cod', 'Denumire', 'Cant.', 'Preț', 'Valoare'],
        ['Tel. 0244 555 100', 'Suport', '1', '63,00', '63,00'],
        ['G 052 183 M4', 'Ulei', '3', '100,00', '300,00'],
      ],
      [left(60), left(160), right(380), right(460), right(530)],
      300,
    );
    expect(vendorOf(goods, run('Tel. 0244 555 200', 60, 800)).phone).toBe('0244 555 200');
    expect(vendorOf(run('NL06 RABO 0318 8201 29', 60, 800)).phone).toBeNull();
  });

  it.each(['Cont RNCB 0847 5555 8896', 'Dosar nr. 0244 555 100', 'Perioada 01.02.2026 28', 'Fax 0244 555 100'])(
    'are no other numbers at the foot: %s',
    (line) => {
      expect(vendorOf(run(line, 60, 800)).phone).toBeNull();
    },
  );

  it.each([
    ['birou@cetina.example / 0230.55.54.18', '0230.55.54.18'],
    ['03 855 14 60, birou@cetina.example, www.cetina.example', '03 855 14 60'],
    ['Emisă de: Ana Brad, 0911 555 223, ana@cetina.example', '0911 555 223'],
    ['administrator Brad, 602 555 887, birou@cetina.example', '602 555 887'],
  ])('are read before a comma and an e-mail address: %s', (line, phone) => {
    expect(vendorOf(run(line, 60, 700)).phone).toBe(phone);
  });

  it('are read on where their line ends within them', () => {
    const foot = (upper: string, lower: string) => vendorOf(run(upper, 60, 796, 8), run(lower, 60, 805, 8)).phone;
    const line = 'Cetina Verde Impex S.R.L. · Str. Lungă nr. 5, 700123 Iași · clienți:';
    expect(foot(`${line} +40 232 555`, '900 · birou@cetina.example')).toBe('+40 232 555 900');
    expect(foot(`${line} 0799`, '555 333 · www.cetina.example')).toBe('0799 555 333');
    expect(foot(`${line} 0799 555 100`, '700123 Iași')).toBe('0799 555 100');
  });

  it('are the vendor’s at the foot, where goods without a head stand close below the customer', () => {
    const foot = ['cont: RO49AAAA1B31007593840000', '0740 55 52 90 · ana@cetina.example'];
    const rows = [
      ['Fotografie de produs', '64 buc', '22,00', '1.408,00'],
      ['Montaj rafturi', '3,5 ore', '95,00', '332,50'],
      ['total lei', '', '', '1.740,50'],
    ];
    const words = [
      ...column(60, 40, ['Brad Ana-Maria P.F.A.', 'Str. Lungă nr. 5, 700123 Iași', 'CIF: RO16702141']),
      ...run('factura nr. 27 / 2026', 60, 100, 12),
      ...run('către Auto Test 2003 SRL, Str. Lungă 130, Iași, CUI RO18547290', 60, 140),
      ...rows.flatMap((cells, i) =>
        cells.flatMap((cell, at) =>
          at === 0 ? run(cell, 60, 160 + 18 * i) : runTo(cell, 260 + 90 * at, 160 + 18 * i),
        ),
      ),
      ...foot.flatMap((line, i) => run(line, 60, 216 + 16 * i)),
    ];
    const { invoice } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-21');
    expect(invoice.vendor).toMatchObject({ phone: '0740 55 52 90', email: 'ana@cetina.example' });
    expect(invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
  });

  it('begin with no figure of what stands before them', () => {
    expect(vendorOf(run('Mobil 6 – 0799 555 077', 60, 800)).phone).not.toBe('6 – 0799 555 077');
  });

  it('are the vendor’s under a heading of their own, and the customer’s below its name', () => {
    const contact = ['Contact', 'Tel. 0800 555 444', 'client@cetina.example'];
    expect(vendorOf(column(60, 500, contact))).toMatchObject({
      phone: '0800 555 444',
      email: 'client@cetina.example',
    });
    expect(vendorOf(column(330, 226, ['Contact: A. Pop, 0799 555 444'])).phone).toBeNull();
  });

  it('break where their line ends, also at the end of a sentence', () => {
    const line = run(
      'Cetina Verde Impex S.R.L., Str. Lungă nr. 5, 700123 Iași, CIF RO16702141, Telefon 0351',
      60,
      770,
      8,
    );
    expect(vendorOf(line, run('555 118. E-mail birou@cetina.example', 60, 779, 8)).phone).toBe('0351 555 118');
  });

  it('are those of helplines rather than ones behind words that nothing is known of, and no message on a transfer', () => {
    const fault = run('Intervenții Rețele 09 72 55 50 22', 60, 520);
    expect(vendorOf(run('Dispecerat non-stop 0744-555118', 60, 500), fault).phone).toBe('0744-555118');
    expect(vendorOf(run('Comunicação de avarias 239 555 118 (24h)', 60, 90)).phone).toBe('239 555 118');
    expect(vendorOf(run('Mededeling: +++740/0555/44276+++', 60, 700)).phone).toBeNull();
  });
});
