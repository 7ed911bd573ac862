import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

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

  it.each(['Cont RNCB 0847 5555 8896', 'Dosar nr. 0244 555 100', 'Perioada 01.02.2026 28', 'Fax 0244 555 100'])(
    'are no other numbers at the foot: %s',
    (line) => {
      expect(vendorOf(run(line, 60, 800)).phone).toBeNull();
    },
  );

  it.each([
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
});
