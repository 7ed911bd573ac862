import { describe, expect, it } from 'vitest';
import { column, run } from '../../helpers/printed-page.ts';
import { customer, read, sender, title } from './unlabelled-pages.ts';

describe('a party that no label names', () => {
  it('has its address in a column beside its name, a street over its town', () => {
    const { invoice } = read(
      title,
      column(60, 60, ['Hilaturas Orduña S.L.', 'NIF: F77301554', 'ventas@orduna.example']),
      column(250, 60, ['C/ Batán 7', 'Logroño, La Rioja']),
      column(60, 240, customer),
    );
    expect(invoice.vendor).toMatchObject({ name: 'Hilaturas Orduña S.L.', address: 'C/ Batán 7, Logroño, La Rioja' });
  });

  it('has the address over its number where its name is drawn', () => {
    const { invoice } = read(
      title,
      column(340, 60, ['C/ Batán 7', '26004 LOGROÑO', 'NIF: F77301554']),
      column(60, 240, customer),
    );
    expect(invoice.vendor).toMatchObject({ vat_number: 'F77301554', address: 'C/ Batán 7, 26004 LOGROÑO' });
  });

  it.each(['⌂', '\ue0c8', '●'])('has no %s before its address', (icon) => {
    const { invoice } = read(
      title,
      column(60, 60, ['Hilaturas Orduña S.L.', `${icon} C/ Batán 7, 26004 LOGROÑO`, 'NIF: F77301554']),
      column(340, 60, customer),
    );
    expect(invoice.vendor.address).toBe('C/ Batán 7, 26004 LOGROÑO');
  });

  it('has a postal code that stands apart from its city', () => {
    const { invoice } = read(
      title,
      sender,
      column(340, 60, ['Pastelería Urquijo S.L.', 'Avda. Pirineos 12']),
      [...run('22004', 340, 86), ...run('HUESCA', 378, 86)],
      column(340, 99, ['ARAGÓN', 'NIF B44172039']),
    );
    expect(invoice.customer).toMatchObject({
      name: 'Pastelería Urquijo S.L.',
      address: 'Avda. Pirineos 12, 22004 HUESCA, ARAGÓN',
    });
  });

  it('has no address that begins with the name it trades under', () => {
    const { invoice } = read(
      title,
      sender,
      column(340, 60, [
        'Pastelería Urquijo S.L.',
        'CAFÉ URQUIJO',
        'Avda. Pirineos 12',
        '22004 HUESCA',
        'NIF B44172039',
      ]),
    );
    expect(invoice.customer).toMatchObject({
      name: 'Pastelería Urquijo S.L.',
      address: 'Avda. Pirineos 12, 22004 HUESCA',
    });
  });

  it('has no address that begins with who is there in person', () => {
    const { invoice } = read(
      title,
      sender,
      column(340, 60, [
        'Pastelería Urquijo S.L.',
        'B44172039',
        'La Tahona',
        'Inés Garay',
        'Pirineos, 12',
        '22004 HUESCA',
      ]),
    );
    expect(invoice.customer.address).toBe('Pirineos, 12, 22004 HUESCA');
  });

  it('has an address whose street stands below the city, or apart from it in one row', () => {
    const below = read(title, column(340, 60, ['Ligeti Kft.', '1135 Budapest', 'Fenyves utca 10.', 'NIF B44172039']));
    expect(below.invoice.customer.address).toBe('1135 Budapest, Fenyves utca 10.');
    const beside = read(title, column(60, 60, ['Hilaturas Orduña S.L.', 'F77301554']), [
      ...run('C/ BATAN 7', 60, 86),
      ...run('26004 LOGROÑO', 140, 86),
    ]);
    expect(beside.invoice.vendor.address).toBe('C/ BATAN 7, 26004 LOGROÑO');
  });
});
