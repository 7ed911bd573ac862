import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const letterhead = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);

describe('headings of a party that say more than who stands below', () => {
  const seller = column(60, 60, ['Dodavatel:', 'Pekárna Lužec s.r.o.', 'Mlýnská 14', '277 06 Lužec']);
  const head = [...run('Faktura č. 260114', 60, 30, 14), ...run('Datum vystavení: 12.01.2026', 60, 200)];
  const block = ['Muzeum Horního Povltaví,', 'příspěvková organizace', 'Zámecká 3', '398 11 Protivín'];
  const customerUnder = (...heading: string[]) =>
    read(head, seller, column(330, 60, heading.concat(block))).invoice.customer;
  const whole = { name: 'Muzeum Horního Povltaví, příspěvková organizace', address: 'Zámecká 3, 398 11 Protivín' };

  it('have its number behind them', () => {
    expect(customerUnder('Odběratel 40017')).toMatchObject(whole);
    expect(customerUnder('Odběratel: (40017)')).toMatchObject(whole);
  });

  it('say that its address is the registered one', () => {
    expect(customerUnder('Odběratel - sídlo (Identifikace: 40017)')).toMatchObject(whole);
    expect(customerUnder('Odběratel – sídlo společnosti')).toMatchObject(whole);
  });

  it('stand to the left of a block that is set in from them', () => {
    const { invoice } = read(head, seller, run('Odběratel: (40017)', 330, 60), column(360, 72, block));
    expect(invoice.customer).toMatchObject(whole);
  });

  it('stand over a name that goes on in small letters under a full line', () => {
    const { customer } = read(
      ...[head, seller],
      column(330, 60, [
        'Odběratel:',
        'Krajská hvězdárna Horního',
        'povltaví, příspěvková organizace',
        ...block.slice(2),
      ]),
    ).invoice;
    expect(customer.name).toBe('Krajská hvězdárna Horního povltaví, příspěvková organizace');
    const owner = ['Odběratel:', 'Jan Hlaváč', 'truhlář', ...block.slice(2)];
    expect(read(head, seller, column(330, 60, owner)).invoice.customer.name).toBe('Jan Hlaváč');
  });

  it('stand over no caption of a number that is printed elsewhere', () => {
    expect(customerUnder('Odběratel', 'Číslo plátce')).toMatchObject({
      name: 'Muzeum Horního Povltaví, příspěvková organizace',
    });
  });

  it('are none where a number stands behind them and no address below', () => {
    const { invoice } = read(head, seller, column(330, 60, ['Zákazník 40017', 'Referent Novák']));
    expect(invoice.customer.name).toBeNull();
  });

  it('have their values beside labels that break in two lines, and go on below them', () => {
    const labels = ['Доставчик:', 'Ид. № по', 'ЗДДС:', 'Град:', 'Адрес:'];
    const values = ['Камчия Билд ЕООД', 'BG204418821', null, 'Асеновград 4230', 'ул. Речна 11'];
    const { vendor } = read(
      column(40, 60, labels),
      ...values.map((value, i) => (value === null ? [] : run(value, 130, 60 + i * 13))),
    ).invoice;
    expect(vendor).toMatchObject({ name: 'Камчия Билд ЕООД', address: 'Асеновград 4230, ул. Речна 11' });
  });

  it('are followed by the name of a branch, and name themselves with a dash', () => {
    const branch = 'Nordal Handel S.à r.l., Niederlassung Deutschland';
    const { vendor, customer } = read(
      column(60, 60, [branch, 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']),
      column(60, 150, ['Kunde', 'MARE - ALBA SRL', 'Str. Lungă nr. 5', '700001 Iași']),
    ).invoice;
    expect(vendor.name).toBe(branch);
    expect(customer.name).toBe('MARE - ALBA SRL');
  });

  it('are no customers where they are who is paid, over the account', () => {
    const { vendor, customer, bank_details } = read(
      letterhead,
      column(60, 150, ['Rosa Ellmau', 'Uferweg 1', '25899 Niebüll']),
      column(60, 760, ['Empfänger: Holzbau Fichtner GmbH', 'BIC: COBADEFFXXX', 'IBAN: DE89 3704 0044 0532 0130 00']),
    ).invoice;
    expect(vendor.name).toBe('Holzbau Fichtner GmbH');
    expect(customer.name).toBe('Rosa Ellmau');
    expect(bank_details.iban).toBe('DE89370400440532013000');
  });

  it('are named well above their address', () => {
    const { vendor } = read(
      run('Verrerie Lemaire SA', 60, 40, 14),
      column(60, 88, ['20 rue Lundi', '51100 REIMS']),
      column(60, 130, ['N° TVA intracommunautaire : FR83404833048']),
      column(340, 150, ['EURL LES BARQUES', '14 place du Marché', '83120 PLANIER']),
    ).invoice;
    expect(vendor).toMatchObject({ name: 'Verrerie Lemaire SA', address: '20 rue Lundi, 51100 REIMS' });
  });

  it('are found below a heading with a number in brackets', () => {
    const { vendor, customer } = read(
      column(60, 60, ['Seller:', 'Power Barn Ltd.', 'Mill Lane, Dunley, York, YO23 1AB', 'Tel. (0221) 940 55 70']),
      column(320, 60, ['Buyer(12):', 'Fitness Halle GmbH', 'Uferweg 9', '83022 Rosenheim']),
    ).invoice;
    expect(customer.name).toBe('Fitness Halle GmbH');
    expect(vendor.phone).toBe('(0221) 940 55 70');
  });
});
