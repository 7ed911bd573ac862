import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

const customerOf = (...lines: string[]) =>
  decide(
    opened(
      page([
        ...column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']),
        ...column(60, 200, ['Rechnung Nr. 2026-88', 'Datum: 12.02.2026']),
        ...run('Kunde:', 330, 60),
        ...column(330, 76, lines),
      ]),
    ),
    buyer,
    '2026-11-21',
  ).invoice.customer;

describe('the name of a public body', () => {
  it.each([
    [
      ['Univerzita Matěje Dvořáka', 'Lipového v Litomyšli', 'Javorová 2', '570 01 Litomyšl'],
      'Javorová 2, 570 01 Litomyšl',
    ],
    [
      ['Primăria Comunei', 'Valea Ursului', 'Str. Morii 12', '617510 Valea Ursului'],
      'Str. Morii 12, 617510 Valea Ursului',
    ],
    [['Școala Gimnazială', 'Ion Plopeanu', 'Str. Fântânii 4', '700123 Iași'], 'Str. Fântânii 4, 700123 Iași'],
    [['Liceo', 'Bartolomeo Quercia', 'Via Roma 3', '20121 Milano'], 'Via Roma 3, 20121 Milano'],
  ])('goes on in a second line: %s', (lines, address) => {
    expect(customerOf(...lines)).toMatchObject({ name: `${lines[0]} ${lines[1]}`, address });
  });

  it.each([
    [['Universität Ahornstadt', 'Institut für Forstkunde', 'Lindenstraße 14', '34117 Kassel']],
    [['Universität Ahornstadt', 'Erika Tannhuber', 'Lindenstraße 14', '34117 Kassel']],
    [['Universidade do Carvalhal', 'Rui da Nogueira', 'Rua das Flores 8', '1050-187 Lisboa']],
    [['Holzhandel Ahornstadt', 'Lager in Kassel', 'Lindenstraße 14', '34117 Kassel']],
  ])('does not take a department or a person with it: %s', (lines) => {
    expect(customerOf(...lines).name).toBe(lines[0]);
  });
});
