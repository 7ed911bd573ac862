import { describe, expect, it } from 'vitest';
import type { Word } from '../../../server/engine/page.ts';
import { isWording } from '../../../server/engine/parties/pieces.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { column, printTable, run } from '../../helpers/printed-page.ts';
import { customer, read, sender, title } from './unlabelled-pages.ts';

describe('a party whose data no label names', () => {
  it('has the number that was sent as the buyer, without its country', () => {
    const { invoice, fields } = read(
      title,
      sender,
      column(340, 60, ['Pastelería Urquijo S.L.', 'B44172039', 'Avda. Pirineos 12', '22004 HUESCA']),
    );
    expect(invoice.customer).toMatchObject({ name: 'Pastelería Urquijo S.L.', vat_number: 'B44172039' });
    expect(fields['customer.vat_number']!.evidence).toContain('buyer_agrees');
  });

  it('has a number of its country with letters, which its check digits prove', () => {
    const { invoice } = read(title, [...sender, ...run('F77301554', 60, 99)]);
    expect(invoice.vendor).toMatchObject({ name: 'Hilaturas Orduña S.L.', vat_number: 'F77301554' });
  });

  it('has no such number where its check digits are wrong, or beside other print', () => {
    const { invoice } = read(title, [...sender, ...run('F77301559', 60, 99), ...run('Lote A58209641', 60, 300)]);
    expect(invoice.vendor.vat_number).toBeNull();
  });

  it('is the one over the buyer where both stand close below each other', () => {
    const vendor = ['Hilaturas Orduña S.L.', 'C/ Batán 7, 26004 LOGROÑO', 'NIF: F77301554'];
    const { invoice } = read(title, column(60, 60, vendor), column(60, 112, customer));
    expect(invoice.vendor).toMatchObject({ name: 'Hilaturas Orduña S.L.', vat_number: 'F77301554' });
    expect(invoice.customer).toMatchObject({
      name: 'Pastelería Urquijo S.L.',
      address: 'Avda. Pirineos 12, 22004 HUESCA',
    });
  });

  it('is the customer in a column far to the right of the place of delivery', () => {
    const { invoice } = read(
      title,
      sender,
      column(60, 130, ['Dirección de entrega:', 'Nave Sur S.A.', 'C/ Ribera 4', '22004 HUESCA']),
      column(340, 130, ['Pastelería Urquijo S.L.', 'Avda. Pirineos 12', '22004 HUESCA']),
    );
    expect(invoice.customer).toMatchObject({
      name: 'Pastelería Urquijo S.L.',
      address: 'Avda. Pirineos 12, 22004 HUESCA',
    });
  });

  it('is no sentence over the customer, nor the vendor whose website ends its block', () => {
    const { invoice } = read(
      title,
      column(340, 60, ['Hilaturas Orduña S.L.', 'C/ Batán 7', '26004 LOGROÑO', 'www.orduna.example']),
      run('Gracias por su pedido.', 60, 70),
      column(60, 106, ['Lucía García', 'Avda. Pirineos 12', '22004 HUESCA']),
    );
    expect(invoice.customer).toMatchObject({ name: 'Lucía García', address: 'Avda. Pirineos 12, 22004 HUESCA' });
  });

  it('is not proven the vendor where the other company shows no more than its logo and number', () => {
    const { invoice, fields } = read(
      run('FACTURA', 383, 39, 16),
      [...run('NÚMERO: 11160', 333, 65), ...run('FECHA: 04/04/2026', 428, 65)],
      run('F77301554', 143, 85),
      run('C/ Batán 7, Bajo', 120, 95),
      run('26004 - LOGROÑO', 122, 105),
      column(308, 90, ['Tejidos Larrea S.L.', 'A58209644', 'Avda. Pirineos', '22004 - HUESCA', 'Tel: 974 220 118'], 8),
    );
    expect(invoice.vendor.name).toBe('Tejidos Larrea S.L.');
    expect(fields['vendor.name']!.evidence).toContain('rival');
  });

  it('numbers its invoice without the sign that is set tight before the number', () => {
    const { invoice } = read(run('FACTURA Nº012026-HILO', 60, 30, 16), run('Fecha: 12/02/2026', 60, 214), sender);
    expect(invoice.invoice_number).toBe('012026-HILO');
  });

  it('is neither the salutation of a letter nor the words that go on behind it', () => {
    const letter = (...lines: string[]) => column(60, 106, lines);
    const { invoice } = read(
      title,
      sender,
      letter(
        'Estimados señores y señoras,',
        'La factura por este servicio lleva el 4471. Rogamos indicarlo en el pago',
        'de la misma.',
      ),
    );
    expect(invoice.customer).toMatchObject({ name: null, address: null });
    const beside = read(
      title,
      letter('puede cambiarla en nuestros canales habituales', 'C/ Batán 7, 26004 LOGROÑO'),
      column(340, 106, ['Lucía García', 'Avda. Pirineos 12', '22004 HUESCA']),
    );
    expect(beside.invoice.customer).toMatchObject({ name: 'Lucía García', address: 'Avda. Pirineos 12, 22004 HUESCA' });
  });

  it('is not in doubt for a line of its own address that no known word makes one', () => {
    const own = ['Hilaturas Orduña', 'Batán Viejo', '26004 LOGROÑO'];
    const named = read(title, column(60, 60, own), column(340, 140, customer));
    expect(named.invoice.vendor.name).toBe('Hilaturas Orduña');
    expect(named.fields['vendor.name']!.evidence).not.toContain('contradicted');
    const another = column(340, 60, ['Tejidos Arlanza', 'Batán Nuevo', '26005 LOGROÑO']);
    const both = read(title, column(60, 60, own), another, column(340, 140, customer));
    expect(both.fields['vendor.name']!.evidence).toContain('contradicted');
  });

  it('is named before its legal form and its capital, wherever the page says both', () => {
    const imprint =
      'ORDUNA TELECOM - Société Anonyme au capital de 250 000 € - Siège social : 4, rue du Lac - 75016 PARIS';
    const service = column(60, 60, ['12, rue des Lilas', '94000 CRETEIL', 'Tél. 01 44 55 66 77']);
    const { invoice } = read(title, service, column(340, 140, customer), column(60, 760, [imprint]));
    expect(invoice.vendor).toMatchObject({ name: 'ORDUNA TELECOM', address: '4, rue du Lac - 75016 PARIS' });
    const text = 'Le client - Société Anonyme ou non - est tenu de payer';
    expect(read(title, column(340, 140, customer), column(60, 760, [text])).invoice.vendor.name).toBeNull();
  });

  it('is no rest of a sentence about calls, in small letters or behind a number', () => {
    expect(isWording('du lundi au samedi) décomptée du forfait.')).toBe(true);
    expect(isWording('614 depuis votre mobile')).toBe(true);
    for (const text of ['3 Suisses Belgique Distribution', "42 rue de l'audit"]) expect(isWording(text)).toBe(false);
  });

  it('is not its parent, nor who sends its letters', () => {
    const foot =
      'Orduna Energia S.p.A. - Società con unico socio Valico Holding S.p.A. - Via del Lago 4 - 20121 MILANO';
    const sender = ['In caso di mancato recapito restituire a:', 'Postale Nord S.p.A. - Via Po 9 - 20121 MILANO'];
    const { invoice, fields } = read(
      title,
      column(60, 60, sender),
      column(340, 140, customer),
      column(60, 760, [foot]),
    );
    expect(invoice.vendor.name).toBe('Orduna Energia S.p.A.');
    expect(fields['vendor.name']!.evidence).not.toContain('contradicted');
  });

  it('is the company of a person who is named over it in the window', () => {
    const window = ['Lucía García', 'Nave Sur S.A.', 'C/ Ribera 4', '22004 HUESCA'];
    const { invoice } = read(title, sender, column(340, 140, window));
    expect(invoice.customer).toMatchObject({ name: 'Nave Sur S.A.', address: 'C/ Ribera 4, 22004 HUESCA' });
    const office = column(60, 60, ['Oficina comercial:', 'Hilaturas Orduña S.L.', 'C/ Batán 7', '26004 LOGROÑO']);
    expect(read(title, office, column(340, 140, window)).invoice.vendor.name).toBe('Hilaturas Orduña S.L.');
  });

  it('has a name that ends before a street without a number', () => {
    const foot = 'Hilaturas Orduña S.A. CTRA. LOGROÑO - LAGUARDIA KM. 4,8 01300 LAGUARDIA Tel 945000111 CIF F77301554';
    const { invoice, fields } = read(title, column(340, 140, customer), column(60, 760, [foot]));
    expect(invoice.vendor.name).toBe('Hilaturas Orduña S.A.');
    expect(fields['vendor.vat_number']!.evidence).not.toContain('contradicted');
  });

  it('is not named by a single word of a picture, but where its domain is called so', () => {
    const logo: Word[] = run('artesanos', 60, 50, 18).map((word) => ({ ...word, source: 'ocr', confidence: 0.9 }));
    const named = (mail: string) =>
      read(title, logo, column(60, 90, ['C/ Batán 7', '26004 LOGROÑO', mail])).invoice.vendor;
    expect(named('ventas@orduna.example').name).toBeNull();
    expect(named('ventas@artesanos.example').name).toBe('artesanos');
  });

  it('is named by the text of the file, and not by what is read of its logo', () => {
    const logo: Word[] = run('Orduna {O Hilaturas eG', 60, 50, 14).map((word) => ({
      ...word,
      source: 'ocr',
      confidence: 0.9,
    }));
    const text = column(60, 90, ['Orduna Hilaturas eG', 'C/ Batán 7', '26004 LOGROÑO']);
    const { invoice, fields } = read(title, logo, text, column(340, 140, customer));
    expect(invoice.vendor.name).toBe('Orduna Hilaturas eG');
    expect(fields['vendor.name']!.evidence).not.toContain('contradicted');
  });

  it('is not named by letters of a register, of a street or of a number', () => {
    for (const line of [
      'Registro Mercantil, Hoja SA-4821',
      'Sede in Via SS. Pietro e Paolo 4',
      'NIF: F77301554 VAT EU: ESF77301554',
    ]) {
      const { invoice } = read(title, column(60, 60, [line]));
      expect(invoice.vendor.name, line).toBeNull();
    }
  });

  it('has a name that begins as a label does, or ends with abbreviations', () => {
    for (const name of ['ORDINE DEGLI INGEGNERI DI LODI', 'COMUNE DI BELVEDERE Amm. pub.', 'Ordinul Geodezilor']) {
      const { invoice } = read(title, sender, column(60, 126, [name, 'Via Roma 3', '20121 MILANO']));
      expect(invoice.customer).toMatchObject({ name, address: 'Via Roma 3, 20121 MILANO' });
    }
  });

  it.each([
    ['Kerzenhaus Imhof GmbH', 'Torgasse 58 10243'],
    ['Kerzenhaus Imhof GmbH', 'Abteilung Einkauf'],
    ['Kerzenhaus Imhof GmbH', 'post@kerzen-imhof.example'],
    ['Hilaturas Orduña S.L.', 'Inscrita en el registro de Logroño'],
    ['LAMP CORNER', '(881204-K)'],
  ])('is called %s where %s goes on behind it', (name, behind) => {
    const { invoice } = read(title, run(`${name} ${behind}`, 60, 60), column(60, 73, ['Tel. 0941 552201']));
    expect(invoice.vendor.name).toBe(name);
  });

  it('is called by both lines of a name that breaks off before its end', () => {
    const { invoice } = read(
      title,
      sender,
      column(340, 60, ['Nordtal Handel +', 'Lagerhaus eG', 'Uferweg 12', '22004 HUESCA', 'NIF B44172039']),
    );
    expect(invoice.customer.name).toBe('Nordtal Handel + Lagerhaus eG');
  });

  it('is called by the first line over its street, where the row goes on with the blocks of the others', () => {
    const { invoice } = read(
      title,
      run('Ligeti Kft.', 60, 180),
      run('Vevő', 200, 180),
      run('Torvald Bt.', 260, 180),
      run('Szállítási cím', 360, 180),
      run('Malom Bt.', 460, 180),
      column(60, 193, ['Fenyves utca 10.', '1135 Budapest']),
    );
    expect(invoice.vendor.name).toBe('Ligeti Kft.');
  });

  it('is called by a line at the top of which its domain has a word', () => {
    const head = (mail: string) =>
      read(title, run('Orduña Transporte Norte', 60, 60, 18), run(mail, 60, 700, 8)).invoice.vendor.name;
    expect(head('planta@orduna-norte.example')).toBe('Orduña Transporte Norte');
    expect(head('planta@hilaturas.example')).toBeNull();
  });

  it('is called by the line that begins with its legal form, and not by its trades below', () => {
    const { invoice } = read(
      title,
      column(60, 60, ['SARL ORDUNA & FILS', 'Plomberie – Chauffage', 'ZA du Nord', '29260 NORDVILLE']),
      run('contact@orduna-plomberie.example', 60, 112),
    );
    expect(invoice.vendor.name).toBe('SARL ORDUNA & FILS');
  });

  it('is named in the last line of the page, however far up that ends', () => {
    const { invoice } = read(
      title,
      run('orduña', 60, 60, 20),
      run('Ana Orduña · Batán 7 · 26004 Logroño · ana@orduna.example', 60, 560, 8),
    );
    expect(invoice.vendor).toMatchObject({ name: 'Ana Orduña', address: 'Batán 7 · 26004 Logroño' });
  });

  it('is not named behind a "from" that white sets apart in the text of a line', () => {
    const { invoice } = read(
      title,
      sender,
      column(340, 60, customer),
      printTable(
        [
          ['Pos.', 'Bezeichnung', 'Menge', 'Preis', 'Betrag'],
          ['1', 'Abdecken', '2', '40,00', '80,00'],
          ['2', 'Abkleben', '1', '60,00', '60,00'],
        ],
        [left(60), left(90), right(380), right(460), right(540)],
        300,
      ),
      ...[run('von', 160, 336), run('Boden,', 200, 336), run('Geländer', 260, 336)],
      run('Farbton RAL 9010', 200, 348),
      run('Ringstr. 8', 200, 360),
    );
    expect(invoice.vendor.name).toBe('Hilaturas Orduña S.L.');
  });

  it('is not called by its city, beside the postal code that is set apart', () => {
    const { invoice } = read(
      title,
      run('Hilaturas Orduña S.L.', 420, 60),
      run('C/ Batán 7', 430, 76),
      [...run('26004', 380, 92), ...run('Logroño', 440, 92), ...run('RIOJA', 520, 92)],
      [...run('NIF', 420, 108), ...run('F77301554', 450, 108)],
    );
    expect(invoice.vendor.name).toBe('Hilaturas Orduña S.L.');
  });

  it('is who receives the goods, where nobody else is named', () => {
    const order = [...run('Client order nr.', 330, 60), ...run('Freight for order 118', 420, 60)];
    const consignee = [
      ...run('Consignee', 60, 90),
      ...column(140, 90, ['Larkfield Stores Ltd', '12 The Quay', 'Torquay, TQ1 2AB']),
    ];
    const { invoice } = read(run('INVOICE', 60, 30, 16), order, consignee);
    expect(invoice.customer).toMatchObject({ name: 'Larkfield Stores Ltd', address: '12 The Quay, Torquay, TQ1 2AB' });
  });

  it('has no number that is certain where it is named as who receives the goods alone', () => {
    const consignee = [
      ...run('Consignee', 60, 90),
      ...column(140, 90, ['Larkfield Stores Ltd', '12 The Quay', 'Torquay, TQ1 2AB', 'VAT no. GB731826437']),
    ];
    const { invoice, fields } = read(
      run('INVOICE', 60, 30, 16),
      run('Supplier: Hilaturas Orduña S.L.', 330, 60),
      consignee,
    );
    expect(invoice.customer.vat_number).toBe('GB731826437');
    expect(fields['customer.vat_number']!.confidence).not.toBe('high');
  });

  it('is not who receives the goods, where the number that was sent stands elsewhere', () => {
    const consignee = [
      ...run('Consignee', 60, 90),
      ...column(140, 90, ['Larkfield Stores Ltd', '12 The Quay', 'Torquay, TQ1 2AB']),
    ];
    const { invoice } = read(run('INVOICE', 60, 30, 16), consignee, run('NIF B44172039', 60, 300));
    expect(invoice.customer).toMatchObject({ name: null, vat_number: 'B44172039' });
  });

  it('is named behind a label within a line, behind the number and the day', () => {
    const { invoice } = read(
      run('Rechnung Nr. 118 Datum: 3. April 2026 Aussteller: Harbour Strategy Group,', 60, 60),
      run('Torquay, UK', 60, 74),
    );
    expect(invoice.vendor.name).toBe('Harbour Strategy Group');
  });

  it('is named under headings that ask for name and address', () => {
    const { invoice } = read(
      run('INVOICE', 250, 30, 16),
      column(60, 60, ['Name and address of seller:', 'Torvald Kft.', '1148 Budapest', 'Malom utca 4.']),
      column(330, 60, ['Name and address of buyer:', 'Ligeti Kft.', '1135 Budapest', 'Fenyves utca 10.']),
    );
    expect([invoice.vendor.name, invoice.customer.name]).toEqual(['Torvald Kft.', 'Ligeti Kft.']);
  });
});

it('what is sold is nobody, though an address stands close below it', () => {
  const { invoice } = read(
    run('RECHNUNG 4711', 60, 60, 14),
    [...run('Lizenzen', 60, 200), ...run('2 @ 24,00 €', 300, 200), ...run('48,00 €', 440, 200)],
    column(60, 214, ['Hafenstraße 12', '20457 Hamburg']),
    [...run('Gesamtbetrag', 60, 300), ...run('48,00 €', 440, 300)],
  );
  expect(invoice.line_items.map(({ description }) => description)).toEqual(['Lizenzen']);
  expect(invoice.vendor.name).toBeNull();
});

describe('a number in two cells', () => {
  it.each([
    ['25-7731', [...run('Número', 60, 200), ...run('25', 120, 200), ...run('- 7731', 140, 200)]],
    [
      '3 250718',
      [...run('NÚMERO', 60, 200), ...run('PÁGINA', 160, 200), ...run('3', 60, 214), ...run('250718', 85, 214)],
    ],
    [
      '04F 7118',
      [...run('SERIE', 60, 200), ...run('NÚMERO', 160, 200), ...run('04F', 60, 214), ...run('7118', 165, 214)],
    ],
  ])('is %s', (number, words) => {
    const { invoice } = read(run('FACTURA', 60, 30, 16), sender, words, run('Fecha: 12/02/2026', 60, 300));
    expect(invoice.invoice_number).toBe(number);
  });
});

describe('a currency', () => {
  it('is no word of goods before a figure with its unit', () => {
    const { invoice } = read(title, sender, run('Tarta de RON 250GR 4', 60, 300), run('TOTAL 48,07 Euros', 60, 400));
    expect(invoice.currency).toBe('EUR');
  });
});
