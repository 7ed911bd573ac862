import fc from 'fast-check';
import { compress } from 'lzma1';
import type { HeaderValues } from '../../../server/engine/witnesses/witness.ts';

/** What a code was made from: what reading must give back. */
export interface Made {
  text: string;
  header: HeaderValues;
  payable: number | null;
}

const ibans = {
  de: 'DE89370400440532013000',
  ro: 'RO49AAAA1B31007593840000',
  ch: 'CH9300762011623852957',
  cz: 'CZ6508000000192000145399',
  sk: 'SK3112000000198742637541',
  si: 'SI56263300012039086',
  hr: 'HR1210010051863000160',
  hu: 'HU42117730161111101800000000',
  pl: 'PL61109010140000071219812874',
};
const name = fc.stringMatching(/^[A-Z][a-z]{2,10} [A-Z][a-z]{2,12} d\.o\.o\.$/);
const number = fc.stringMatching(/^[A-Z]{1,3}[0-9]{4,8}$/);
const symbol = fc.stringMatching(/^[1-9][0-9]{5,9}$/);
const cents = fc.integer({ min: 1, max: 99_999_999 });
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const compact = (iso: string): string => iso.replaceAll('-', '');
const turned = (iso: string, separator: string): string => iso.split('-').reverse().join(separator);
const euros = (amount: number): string => (amount / 100).toFixed(2);

const epc = (currency: 'EUR' | 'RON', iban: string) =>
  fc.record({ name, number, cents, end: fc.constantFrom('\n', '\r\n') }).map(
    (made): Made => ({
      text: [
        'BCD',
        '002',
        '1',
        'SCT',
        '',
        made.name,
        iban,
        `${currency}${euros(made.cents)}`,
        '',
        '',
        made.number,
      ].join(made.end),
      header: { 'bank_details.iban': iban, currency },
      payable: made.cents / 100,
    }),
  );

const checksummed = (content: string): Uint8Array => {
  const bytes = new TextEncoder().encode(content);
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const sum = (crc ^ 0xffffffff) >>> 0;
  return Uint8Array.from([sum & 255, (sum >> 8) & 255, (sum >> 16) & 255, sum >>> 24, ...bytes]);
};

/** Header, length, and the LZMA stream without the header that the library puts before it. */
export function square(content: string): string {
  const plain = checksummed(content);
  const bytes = [0, 0, plain.length & 255, plain.length >> 8, ...compress(plain).subarray(13)];
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((five) => '0123456789ABCDEFGHIJKLMNOPQRSTUV'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What is left of the text's bits, eight zeros behind them, when they are divided by 100000111. */
function remainder(text: string): string {
  const bits = [...new TextEncoder().encode(text), 0].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let rest = BigInt(`0b${bits}`);
  for (let at = bits.length - 9; at >= 0; at--) if ((rest >> BigInt(at + 8)) & 1n) rest ^= 0b100000111n << BigInt(at);
  return String(rest).padStart(3, '0');
}

/** Each format by its own encoder, written from its norm apart from the reader. */
export const payloads: Record<string, fc.Arbitrary<Made>> = {
  epc: epc('EUR', ibans.de),
  ropay: epc('RON', ibans.ro),
  'swiss-qr-bill': fc.record({ name, number, cents, day }).map((made) => ({
    text: [
      ...['SPC', '0200', '1', ibans.ch, 'S', made.name, 'Gasse', '1', '3000', 'Bern', 'CH', ...Array(7).fill('')],
      ...[
        euros(made.cents),
        'CHF',
        'S',
        'Muster AG',
        'Weg',
        '2',
        '8000',
        'Zürich',
        'CH',
        'NON',
        '',
        made.number,
        'EPD',
      ],
      `//S1/10/${made.number.replace('/', '\\/')}/11/${compact(made.day).slice(2)}/30/106017086/40/0:30`,
    ].join('\n'),
    header: {
      'bank_details.iban': ibans.ch,
      currency: 'CHF',
      invoice_number: made.number,
      invoice_date: made.day,
      'vendor.vat_number': 'CHE106017086',
    },
    payable: made.cents / 100,
  })),
  spayd: fc.record({ symbol, cents, day }).map((made) => ({
    text: `SPD*1.0*ACC:${ibans.cz}+GIBACZPX*AM:${euros(made.cents)}*CC:CZK*DT:${compact(made.day)}*X-VS:${made.symbol}*MSG:FAKTURA %2A ${made.symbol}`,
    header: { 'bank_details.iban': ibans.cz, currency: 'CZK', due_date: made.day },
    payable: made.cents / 100,
  })),
  'spayd with QR Faktura': fc.record({ symbol, cents, day, vat: cents }).map((made) => ({
    text: `SPD*1.0*ACC:${ibans.cz}*AM:${euros(made.cents)}*CC:CZK*X-VS:${made.symbol}*X-INV:${encodeURIComponent('SID*1.0*').replaceAll('*', '%2A')}ID:${made.symbol}%2ADD:${compact(made.day)}%2AVII:CZ25123891%2AT0:${euros(made.vat)}`,
    header: {
      'bank_details.iban': ibans.cz,
      currency: 'CZK',
      invoice_number: made.symbol,
      invoice_date: made.day,
      'vendor.vat_number': 'CZ25123891',
      vat_amount: made.vat / 100,
    },
    payable: made.cents / 100,
  })),
  'qr-faktura': fc.record({ symbol, cents, day, vat: cents }).map((made) => ({
    text: `SID*1.0*ID:${made.symbol}*DD:${compact(made.day)}*TP:0*AM:${euros(made.cents)}*VII:CZ25123891*VIR:CZ12345678*T0:${euros(made.vat)}*CC:CZK*ACC:${ibans.cz}*`,
    header: {
      'bank_details.iban': ibans.cz,
      currency: 'CZK',
      invoice_number: made.symbol,
      invoice_date: made.day,
      'vendor.vat_number': 'CZ25123891',
      'customer.vat_number': 'CZ12345678',
      vat_amount: made.vat / 100,
    },
    payable: made.cents / 100,
  })),
  'pay-by-square': fc.record({ symbol, cents, day }).map((made) => ({
    text: square(
      [
        '',
        '1',
        '1',
        euros(made.cents),
        'EUR',
        compact(made.day),
        made.symbol,
        '',
        '',
        '',
        'Faktúra',
        '1',
        ibans.sk,
        'TATRSKBX',
        '0',
        '0',
      ].join('\t'),
    ),
    header: { 'bank_details.iban': ibans.sk, currency: 'EUR', due_date: made.day },
    payable: made.cents / 100,
  })),
  'upn-qr': fc.record({ name, number, cents, day }).map((made) => {
    const lines = [
      ...[
        'UPNQR',
        '',
        '',
        '',
        '',
        'Kupec d.o.o.',
        'Cesta 1',
        '1000 Ljubljana',
        String(made.cents).padStart(11, '0'),
        '',
        '',
      ],
      ...[
        'OTHR',
        `Račun ${made.number}`,
        turned(made.day, '.'),
        ibans.si,
        'SI00123',
        made.name,
        'Pot 2',
        '2000 Maribor',
      ],
    ];
    return {
      text: `${lines.join('\n')}\n${String(lines.join('\n').length + 1).padStart(3, '0')}`,
      header: { 'bank_details.iban': ibans.si, currency: 'EUR', due_date: made.day },
      payable: made.cents / 100,
    };
  }),
  hub3: fc.record({ name, number, cents }).map((made) => ({
    text: [
      ...['HRVHUB30', 'EUR', String(made.cents).padStart(15, '0'), 'Kupac d.o.o.', 'Ulica 1', '10000 Zagreb'],
      ...[made.name, 'Put 2', '21000 Split', ibans.hr, 'HR00', '7269', 'COST', `Račun ${made.number}`, ''],
    ].join('\n'),
    header: { 'bank_details.iban': ibans.hr, currency: 'EUR' },
    payable: made.cents / 100,
  })),
  'pt-at': fc.record({ number, day, cents, vat: cents }).map((made) => ({
    text: `A:501964843*B:999999990*C:PT*D:FT*E:N*F:${compact(made.day)}*G:FT A/${made.number}*H:CSDF7T5H-35*I1:PT*I7:100.00*I8:23.00*N:${euros(made.vat)}*O:${euros(made.cents)}*Q:TQ1P*R:9999`,
    header: {
      'vendor.vat_number': 'PT501964843',
      invoice_number: `FT A/${made.number}`,
      invoice_date: made.day,
      vat_amount: made.vat / 100,
      total_amount: made.cents / 100,
    },
    payable: null,
  })),
  'es-verifactu': fc.record({ number, day, cents }).map((made) => ({
    text: `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR?nif=B64717838&numserie=${encodeURIComponent(`F/${made.number}`)}&fecha=${turned(made.day, '-')}&importe=${euros(made.cents)}`,
    header: {
      'vendor.vat_number': 'B64717838',
      invoice_number: `F/${made.number}`,
      invoice_date: made.day,
      total_amount: made.cents / 100,
    },
    payable: null,
  })),
  'es-ticketbai': fc.record({ symbol, day, cents, hash: fc.stringMatching(/^[A-Za-z0-9+/]{13}$/) }).map((made) => {
    const short = turned(made.day, '').replace(/\d\d(\d\d)$/, '$1');
    const tbai = `TBAI-B64717838-${short}-${made.hash}-`;
    const id = encodeURIComponent(`${tbai}${remainder(tbai)}`);
    const url = `https://batuz.eus/QRTBAI/?id=${id}&s=F&nf=${made.symbol}&i=${euros(made.cents)}`;
    return {
      text: `${url}&cr=${remainder(url)}`,
      header: { 'vendor.vat_number': 'B64717838', invoice_date: made.day, total_amount: made.cents / 100 },
      payable: null,
    };
  }),
  'pl-ksef': fc.record({ day, hash: fc.stringMatching(/^[A-Za-z0-9_-]{43}$/) }).map((made) => ({
    text: `https://qr.ksef.mf.gov.pl/invoice/8567346215/${turned(made.day, '-')}/${made.hash}`,
    header: { 'vendor.vat_number': 'PL8567346215', invoice_date: made.day },
    payable: null,
  })),
  'pl-zbp': fc.record({ number, cents: fc.integer({ min: 1, max: 999_999 }) }).map((made) => ({
    text: `8567346215|PL|${ibans.pl.slice(2)}|${String(made.cents).padStart(6, '0')}|Firma Testowa|Faktura ${made.number}|||`,
    header: { 'bank_details.iban': ibans.pl, currency: 'PLN' },
    payable: made.cents / 100,
  })),
  'hr-fiscal': fc.record({ day, cents }).map((made) => ({
    text: `https://porezna.gov.hr/rn?jir=5e9a2f7c-0b1d-4c3e-8f6a-1a2b3c4d5e6f&datv=${compact(made.day)}_1030&izn=${made.cents}`,
    header: { invoice_date: made.day, total_amount: made.cents / 100 },
    payable: null,
  })),
  'hu-mnb': fc.record({ number, forints: fc.integer({ min: 1, max: 99_999_999 }) }).map((made) => ({
    text: [
      'HCT',
      '001',
      '1',
      'OTPVHUHB',
      'Fenyves Pince Kft.',
      ibans.hu,
      `HUF${made.forints}`,
      '20291231235959+1',
      '',
      'Számla',
      '',
      '',
      made.number,
      '',
      '',
      '',
      '',
    ].join('\n'),
    header: { 'bank_details.iban': ibans.hu, currency: 'HUF' },
    payable: made.forints,
  })),
};
