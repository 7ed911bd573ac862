import { createHash } from 'node:crypto';
import { fold } from '../checks/fold.ts';
import { checkVatNumber } from '../checks/vat-numbers.ts';
import type { Deductibility } from '../contract/booking.ts';
import { asBooked, eachWhole, type Say, type Whole } from './book.ts';
import type { BookLine } from './book-lines.ts';
import { bookingOf } from './line-booking.ts';
import { priced } from './priced.ts';
import type { Exported, ExportedFile, ExportSettings, Target } from './target.ts';
import { isInWindows1250, windows1250 } from './windows-1250.ts';
import { decimals, oneLine, romanianDate } from './written.ts';

/** A section of an INI file. */
interface Section {
  name: string;
  values: [key: string, value: string | null][];
}

/** An invoice with what it makes known beside itself. */
interface Written {
  header: Section['values'];
  items: Section['values'];
  partner: Section;
  articles: Section[];
}

/**
 * Purchases for WinMENTOR: a package for each month of work, since its head names one, and the partners and articles that they
 * name, which have to be known or to be taken in before. Both are known by a code: a partner by its tax number, an article by
 * one made of its supplier and name, the same for the same goods. Windows-1250, and nothing is replaced that it cannot hold.
 */
export const winmentor: Target = {
  name: 'winmentor',
  perCompany: true,
  perInvoice: false,
  withFields: false,
  takesBookings: true,
  write,
};

function write(invoices: Parameters<Target['write']>[0], settings: ExportSettings): Exported {
  const each = eachWhole(invoices, settings, ['vendor.vat_number'], (whole, say) => written(whole, settings, say));
  const { problems } = each;
  // Whichever way they are asked for, a month of invoices is the same file.
  const made = each.made.toSorted((a, b) => (placeOf(a.whole) < placeOf(b.whole) ? -1 : 1));
  const months = Map.groupBy(made, ({ whole }) => whole.date.slice(0, 7));
  const files: ExportedFile[] = [...months].toSorted().map(([month, of]) => ({
    name: `FACTURI_${month.replace('-', '_')}.txt`,
    bytes: bytesOf([
      {
        name: 'InfoPachet',
        values: [
          ['AnLucru', month.slice(0, 4)],
          ['LunaLucru', String(Number(month.slice(5)))],
          ['TipDocument', 'FACTURA INTRARE'],
          ['TotalFacturi', String(of.length)],
        ],
      },
      ...of.flatMap(({ of: { header, items } }, index) => [
        { name: `Factura_${index + 1}`, values: header },
        { name: `Items_${index + 1}`, values: items },
      ]),
    ]),
    documents: of.map(({ booked }) => booked.id),
  }));
  if (made.length === 0) return { files, problems };
  const documents = made.map(({ booked }) => booked.id);
  const partners = distinct(made.map(({ of }) => of.partner));
  const articles = distinct(made.flatMap(({ of }) => of.articles));
  return {
    files: [
      ...files,
      { name: 'PARTNER.txt', bytes: bytesOf(partners), documents },
      { name: 'ARTICOLE.txt', bytes: bytesOf(articles), documents },
    ],
    problems,
  };
}

/** By day, supplier and number. */
const placeOf = ({ date, invoice, number, booked }: Whole): string =>
  [date, invoice.vendor.vat_number, number, booked.id].join('\n');

function written(whole: Whole, settings: ExportSettings, say: Say): Written {
  const { invoice, currency } = whole;
  const { lines } = asBooked(whole, say);
  // How a package says reverse charge its description leaves open.
  if (lines.some(({ of }) => of.category === 'AE')) say('reverse_charge', 'vat_breakdown', true);
  if (lines.some(({ of }) => of.category === null)) say('no_category', 'vat_breakdown', true);
  if (currency !== 'RON' && invoice.exchange_rate === null) say('no_exchange_rate', 'exchange_rate', true);
  const code = partnerCode(whole, settings);
  const items = lines.map((line) => itemOf(line, code, whole, settings, say));
  const made: Written = {
    header: [
      ['NrDoc', oneLine(whole.number)],
      ['ClasificareSAFT', invoice.document_type === 'credit_note' ? '381' : '380'],
      ['Data', romanianDate(whole.date)],
      ['CodFurnizor', code],
      ['TVAINCASARE', lines.some(({ of }) => of.isCashAccounting) ? 'D' : 'N'],
      ['Moneda', currency === 'RON' ? 'LEI' : currency],
      ['Curs', currency === 'RON' ? null : marked(String(invoice.exchange_rate), settings)],
      ['Scadenta', invoice.due_date && romanianDate(invoice.due_date)],
      ['TotalArticole', String(items.length)],
    ],
    items: items.flatMap(({ values }, index) =>
      values.map(([key, value]): [string, string | null] => [key.replace('#', String(index + 1)), value]),
    ),
    partner: partnerOf(whole, code),
    articles: items.flatMap(({ article }) => article || []),
  };
  for (const [key, value] of [...made.header, ...made.partner.values]) {
    if (!isWritable(value)) say('not_writable', pathOf[key] ?? null, true);
  }
  for (const [index, line] of lines.entries()) {
    const { values, article } = items[index]!;
    const at = line.line ? `line_items.${invoice.line_items.indexOf(line.line)}` : null;
    if (article && !article.values.every(([, value]) => isWritable(value))) {
      say('not_writable', at && `${at}.description`, true);
    }
    if (!values.every(([, value]) => isWritable(value))) say('not_writable', at, true);
  }
  return made;
}

const isWritable = (value: string | null): boolean => isInWindows1250(value ?? '');

/** What a text of the file comes from, where it may hold any letters. */
const pathOf: Record<string, string> = {
  NrDoc: 'invoice_number',
  Denumire: 'vendor.name',
  RegistruComert: 'vendor.trade_register_number',
  Localitate: 'vendor.city',
  Adresa: 'vendor.address',
  Telefon: 'vendor.phone',
  Email: 'vendor.email',
  Banci: 'bank_details.bank_name',
};

/** Its digits, unless the office's constant says otherwise: the same company prints its number with and without its country. */
function partnerCode({ invoice }: Whole, { forms }: ExportSettings): string {
  const number = invoice.vendor.vat_number ?? '';
  const check = checkVatNumber(number, 'RO');
  if (check?.country === 'RO' && !forms?.winmentorVatCodes) return check.body;
  return (check?.normalised ?? number).replace(/[^\p{L}\p{N}]/gu, '');
}

function partnerOf({ invoice, vendorName }: Whole, code: string): Section {
  const { vendor, bank_details: bank } = invoice;
  const isRomanian = vendor.city && vendor.county;
  return {
    name: `ParteneriNoi_${code}`,
    values: [
      ['Denumire', vendorName],
      ['CodFiscal', vendor.vat_number],
      ['RegistruComert', vendor.trade_register_number],
      // They are looked up as a pair.
      ['Localitate', isRomanian ? vendor.city : null],
      ['Judet', isRomanian ? vendor.county!.replace(/^RO-/, '') : null],
      ['Adresa', vendor.address],
      ['Tara', vendor.country],
      ['Telefon', vendor.phone],
      ['Email', vendor.email],
      ['Banci', bank.bank_name],
      ['Conturi', bank.iban],
    ],
  };
}

/** The digits of Item_TVANEDED for VAT that is deducted by half, and for VAT that is not. */
const deductions: Record<Deductibility, string> = { half: '3', none: '1' };

function itemOf(line: BookLine, partner: string, whole: Whole, settings: ExportSettings, say: Say) {
  const { invoice } = whole;
  const { account, article, deductibility, warehouse } = bookingOf(line, whole, say);
  const name = line.line?.description ?? `${settings.words.of(`exportLine.${line.stands}`)} ${line.rate}%`;
  const { quantity, price, isComputed } = priced(line);
  if (isComputed) say('computed', `line_items.${invoice.line_items.indexOf(line.line!)}.unit_price`);
  // An article that the company has named is one of its own, and is not to be made anew.
  const code = article === null ? articleCode(partner, `${name} ${line.rate}`) : plain(article);
  const unit = line.line?.unit ?? settings.words.of('exportLine.unit');
  if (line.line?.unit === null) say('unit_missing', `line_items.${invoice.line_items.indexOf(line.line)}.unit`);
  const place = [plain(warehouse ?? ''), '', plain(account ?? '')];
  const fields = [
    code,
    plain(unit),
    marked(decimals(quantity, 0, 6), settings),
    marked(decimals(price, 2, 6), settings),
    ...place,
    '',
    '',
    '',
    '',
  ];
  return {
    values: [
      ['Item_#', fields.join(';')],
      ['Item_#_TVA', marked(decimals(line.vat, 2), settings)],
      ['Item_#_TVANEDED', deductibility && deductions[deductibility]],
    ] as Section['values'],
    article: article === null && {
      name: `ArticoleNoi_${code}`,
      values: [
        ['Denumire', plain(name)],
        ['ProcTVA', marked(decimals(line.rate, 0, 2), settings)],
      ] as Section['values'],
    },
  };
}

/** A code of an article: as long as the usual column, and the same for one name of one supplier at one rate. */
function articleCode(partner: string, name: string): string {
  return createHash('sha256')
    .update(`${partner} ${fold(name)}`)
    .digest('hex')
    .slice(0, 12)
    .toUpperCase();
}

/** A figure with the decimal mark that the office's program takes. */
const marked = (figure: string, { forms }: ExportSettings): string =>
  forms?.winmentorComma ? figure.replace('.', ',') : figure;

/** A semicolon ends a field. */
const plain = (text: string): string => oneLine(text).replaceAll(';', ',');

/** Each once; the last invoice knows best. */
const distinct = (sections: readonly Section[]): Section[] => [
  ...new Map(sections.map((section) => [section.name, section])).values(),
];

function bytesOf(sections: readonly Section[]): Uint8Array {
  const text = sections
    .map(({ name, values }) => {
      const said = values.filter(([, value]) => value !== null && value !== '');
      return [`[${name}]`, ...said.map(([key, value]) => `${key}=${oneLine(value!)}`), ''].join('\r\n');
    })
    .join('\r\n');
  const bytes = windows1250(text);
  if (!bytes) throw new Error('A text that Windows-1250 has no place for was not left out.');
  return bytes;
}
