import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const titled = [
  ...run('FAKTURA', 60, 300, 16),
  ...run('Faktura č. 2188', 60, 330),
  ...run('Celkem', 330, 600),
  ...runTo('363,00', 530, 600),
];
const read = (...words: Word[][]) =>
  decide(opened(page([...titled, ...words.flat()])), { vat: '', name: null }, '2026-11-21').invoice;
const vendor = column(60, 40, ['Dodavatel:', 'Lípa Javor s.r.o.', 'Lipová 8', '639 00 Brno', 'DIČ: CZ25596641']);

describe('a customer', () => {
  it('is named under its heading with a number in brackets', () => {
    const { customer } = read(
      vendor,
      column(330, 40, ['Odběratel [00417]', 'Hospoda U Javoru', 'Lipová 4', '602 00 Brno']),
    );
    expect(customer.name).toBe('Hospoda U Javoru');
  });

  it('lives in a village whose houses have numbers alone, over a postal code alone', () => {
    const { customer } = read(
      vendor,
      column(330, 40, ['Odběratel:', 'Zahrada Javor s.r.o.', 'Horní Lhota 54', '572 01']),
    );
    expect(customer.address).toBe('Horní Lhota 54, 572 01');
  });

  it('has its street below the town', () => {
    const { customer } = read(
      run('Lípa Javor s.r.o., Lipová 8, 639 00 Brno', 60, 40),
      column(60, 100, ['Nagy Kertészet Kft.', 'HU-6000 Kecskemét', 'Petőfi krt. 42']),
    );
    expect(customer.address).toBe('HU-6000 Kecskemét, Petőfi krt. 42');
  });

  it('is a public body under its heading, though its first word is one of addresses', () => {
    const { customer } = read(
      vendor,
      column(330, 40, ['Получател', 'Община Горна Липа', 'ул. Явор 1, 2650 Горна Липа']),
    );
    expect(customer).toMatchObject({ name: 'Община Горна Липа', address: 'ул. Явор 1, 2650 Горна Липа' });
  });

  it('is called in a form what goes on behind a dash, with its number hardly a space behind the town', () => {
    const { customer } = read(
      column(60, 40, ['ΛΕΥΚΑ Ο.Ε.', 'Λεωφόρος Δάφνης 3, 25018 ΠΑΤΡΑ', 'ΑΦΜ 094014201']),
      column(60, 140, ['ΕΠΩΝΥΜΙΑ: ΤΑΒΕΡΝΑ Ο ΠΛΑΤΑΝΟΣ – Α. ΠΕΥΚΟΥ', 'ΔΙΕΥΘΥΝΣΗ: ΔΑΦΝΗΣ 88', 'ΠΟΛΗ: 26222 ΠΑΤΡΑ']),
      run('ΑΦΜ: 094019245', 151, 166),
    );
    expect(customer).toMatchObject({ name: 'ΤΑΒΕΡΝΑ Ο ΠΛΑΤΑΝΟΣ – Α. ΠΕΥΚΟΥ', address: 'ΔΑΦΝΗΣ 88, 26222 ΠΑΤΡΑ' });
  });

  it('does not begin with the logo over its window', () => {
    const { customer } = read(
      run('nordwave', 60, 40, 25),
      column(60, 90, ['Kancelář Ana Javorová', 'Lipová 44', '602 00 Brno']),
      run('Nordwave s.r.o., Lipová 8, 639 00 Brno, DIČ CZ25596641', 60, 790, 7),
    );
    expect(customer.name).toBe('Kancelář Ana Javorová');
  });
});

describe('a vendor', () => {
  it('is called as it is with its legal form, wherever that is printed', () => {
    const imprint = run('NORDAL ENERGIE s.r.o., Lipová 8, 639 00 Brno, DIČ CZ25596641', 60, 640, 7);
    expect(read(run('Dodavatel: NORDAL energie', 60, 40), imprint).vendor.name).toBe('NORDAL energie');
    expect(read(run('NORDAL energie', 60, 40, 14), imprint).vendor.name).toBe('NORDAL ENERGIE s.r.o.');
  });

  it('may have a degree that a bank is called like, and is not what stands with an e-mail address in one line', () => {
    const { vendor: named } = read(
      column(60, 40, ['Ing. Ana Javorová – účetnictví, Lipová 8, 639 00 Brno', 'DIČ CZ25596641']),
      column(330, 110, ['Zahrada Javor s.r.o.', 'Horní Lhota 54', '572 01 Lhota']),
      run('0905 317 620 javorova@lipa.example Zapísaná v ŽR OÚ Lhota č. 520-4417', 60, 760),
    );
    expect(named.name).toBe('Ing. Ana Javorová – účetnictví');
  });
});
