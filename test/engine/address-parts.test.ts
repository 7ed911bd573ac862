import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../server/checks/fold.ts';
import { partsOf } from '../../server/engine/parties/address-parts.ts';

const none = { street: null, city: null, county: null, postal_code: null, country: null };

describe('the parts of a printed address', () => {
  it.each([
    [
      'Str. Lungă nr. 5, Brașov, jud. Brașov',
      { street: 'Str. Lungă nr. 5', city: 'Brașov', county: 'RO-BV', country: 'RO' },
    ],
    [
      'Jud. Cluj, Mun. Cluj-Napoca, Str. Memorandumului 10, Ap. 3',
      { street: 'Str. Memorandumului 10, Ap. 3', city: 'Cluj-Napoca', county: 'RO-CJ', country: 'RO' },
    ],
    [
      'Bd. Unirii nr. 5, bl. A, sc. 1, Sector 3, București, cod poștal 030119, România',
      {
        street: 'Bd. Unirii nr. 5, bl. A, sc. 1',
        city: 'Sector 3',
        county: 'RO-B',
        postal_code: '030119',
        country: 'RO',
      },
    ],
    [
      'Str. Exemplului nr. 1, 010001 București, România',
      { street: 'Str. Exemplului nr. 1', city: 'București', county: 'RO-B', postal_code: '010001', country: 'RO' },
    ],
    ['Lindenstraße 4 · D-80331 München', { street: 'Lindenstraße 4', city: 'München', postal_code: '80331' }],
    ['Str. Horea nr. 6, et. 5, Braşov, Braşov', { city: 'Braşov', county: 'RO-BV', country: 'RO' }],
    ['Șos. Nordului nr. 214, 800190 Galați, Galați', { city: 'Galați', county: 'RO-GL', postal_code: '800190' }],
    ['Strada Morii 2, sat Florești, com. Florești, județul Cluj', { city: 'Florești', county: 'RO-CJ', country: 'RO' }],
    [
      'Calea Florești nr. 3 Cluj-Napoca, Cluj',
      { street: 'Calea Florești nr. 3 Cluj-Napoca', city: 'Cluj', county: null },
    ],
    [
      '1954 Larch Street West, Toronto, ON, M5H 2H7, Canada',
      { street: '1954 Larch Street West', postal_code: 'M5H 2H7', country: 'CA' },
    ],
    ['12 Larch Avenue, Toronto, Canada M5H 2H7', { street: '12 Larch Avenue', postal_code: 'M5H 2H7', country: 'CA' }],
    ['142 Quay Road, Leeds LS10 1AB', { street: '142 Quay Road', city: 'Leeds', postal_code: 'LS10 1AB' }],
    ['Unit 4, Harbour Park, Dublin D02 X285', { city: 'Dublin', postal_code: 'D02 X285' }],
    [
      'Industriestraße 12, 24103 Kiel, Deutschland',
      { street: 'Industriestraße 12', city: 'Kiel', postal_code: '24103', country: 'DE' },
    ],
    ['Váci út 1, 1105 Budapest', { street: 'Váci út 1', city: 'Budapest', postal_code: '1105', country: null }],
    ['Keizersgracht 41, 1016 EK Amsterdam', { street: 'Keizersgracht 41', city: 'Amsterdam', postal_code: '1016 EK' }],
    ['12 Main Street, Dublin, Ireland', { street: '12 Main Street', city: 'Dublin', country: 'IE' }],
    ['Λεωφόρος Συγγρού 5, Αθήνα, Ελλάδα', { city: 'Αθήνα', country: 'GR' }],
  ])('are found in "%s"', (address, parts) => {
    expect(partsOf(address)).toMatchObject(parts);
  });

  it('leave open which of two towns it is, and what is not there', () => {
    expect(partsOf('Turnu Roșu, Valea Mare')).toEqual(none);
    expect(partsOf('')).toEqual(none);
  });

  it('invent nothing: street, city and code stand in the address', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'jud. Cluj',
        'Sector 2',
        'București',
        'Str. Lungă 3',
        '400001',
        'mun. Iași',
        'România',
        'com.',
        'RO-CJ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
        const address = pieces.join(', ');
        const { street, city, postal_code } = partsOf(address);
        for (const part of [city, postal_code, ...(street?.split(', ') ?? [])])
          if (part !== null) expect(fold(address)).toContain(fold(part));
      }),
    );
  });
});
