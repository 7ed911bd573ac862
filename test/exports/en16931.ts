import { Decimal } from 'decimal.js';
import { XMLParser } from 'fast-xml-parser';

// biome-ignore lint/suspicious/noExplicitAny: an XML tree as its parser gives it
type Tree = any;

const several =
  'InvoiceLine CreditNoteLine TaxTotal TaxSubtotal PartyTaxScheme AllowanceCharge Note PaymentMeans'.split(' ');
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: false,
  removeNSPrefix: true,
  trimValues: false,
  isArray: (name, path) => several.includes(name) && !String(path).endsWith('PaymentTerms.Note'),
});

/** An invoice as a rule looks at it. */
interface Looked {
  root: Tree;
  xml: string;
  isCredit: boolean;
  seller: Tree;
  buyer: Tree;
  lines: Tree[];
  allowances: Tree[];
  /** In the invoice's currency. */
  tax: Tree;
  inRon: Tree | undefined;
  rates: Tree[];
  total: Tree;
  means: Tree[];
}

function looked(xml: string): Looked {
  const tree = parser.parse(xml);
  const root = tree.Invoice ?? tree.CreditNote;
  const [tax, inRon] = root.TaxTotal ?? [];
  return {
    root,
    xml,
    isCredit: tree.CreditNote !== undefined,
    seller: root.AccountingSupplierParty?.Party ?? {},
    buyer: root.AccountingCustomerParty?.Party ?? {},
    lines: root.InvoiceLine ?? root.CreditNoteLine ?? [],
    allowances: root.AllowanceCharge ?? [],
    tax,
    inRon,
    rates: tax?.TaxSubtotal ?? [],
    total: root.LegalMonetaryTotal ?? {},
    means: root.PaymentMeans ?? [],
  };
}

const text = (element: Tree): string =>
  String((typeof element === 'object' ? element?.['#text'] : element) ?? '').trim();
const number = (element: Tree): Decimal => new Decimal(text(element) || 0);
const add = (elements: readonly Tree[], of: (element: Tree) => Tree): Decimal =>
  elements.reduce((sum: Decimal, each) => sum.plus(number(of(each))), new Decimal(0));
const isSaid = (element: Tree): boolean => text(element) !== '';
const length = (element: Tree): number => [...text(element).replace(/\s+/g, ' ')].length;
const places = (element: Tree): number => text(element).split('.')[1]?.length ?? 0;
const isDay = (element: Tree): boolean => {
  const day = new Date(`${text(element)}T00:00:00Z`);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text(element));
};
const countryOf = (party: Tree): string => text(party.PostalAddress?.Country?.IdentificationCode);
const vatOf = (party: Tree): string =>
  text((party.PartyTaxScheme ?? []).find((each: Tree) => text(each.TaxScheme?.ID) === 'VAT')?.CompanyID);
const taxOf = (party: Tree): string =>
  text((party.PartyTaxScheme ?? []).find((each: Tree) => text(each.TaxScheme?.ID) !== 'VAT')?.CompanyID);
const legalOf = (party: Tree): string => text(party.PartyLegalEntity?.CompanyID);
const categoryOf = (line: Tree): Tree => line.Item?.ClassifiedTaxCategory;
const quantityOf = (line: Tree): Tree => line.InvoicedQuantity ?? line.CreditedQuantity;

/** Of categories in the breakdown, in lines and in allowances. */
const used = ({ rates, lines, allowances }: Looked, category: string): boolean =>
  [
    ...rates.map(({ TaxCategory }) => TaxCategory),
    ...lines.map(categoryOf),
    ...allowances.map((each) => each.TaxCategory),
  ].some((each) => text(each?.ID) === category);
const ratesOf = (looked: Looked, category: string): Tree[] =>
  looked.rates.filter(({ TaxCategory }) => text(TaxCategory?.ID) === category);
const everyOf = (looked: Looked, category: string, holds: (category: Tree) => boolean): boolean =>
  [...looked.lines.map(categoryOf), ...looked.allowances.map((each) => each.TaxCategory)]
    .filter((each) => text(each?.ID) === category)
    .every(holds);

/** Base of a row of the breakdown, as lines and allowances make it. */
const madeBase = ({ lines, allowances }: Looked, { TaxCategory }: Tree): Decimal => {
  const same = (other: Tree): boolean =>
    text(other?.ID) === text(TaxCategory.ID) && text(other?.Percent) === text(TaxCategory.Percent);
  const net = add(
    lines.filter((line) => same(categoryOf(line))),
    (line) => line.LineExtensionAmount,
  );
  return net.minus(
    add(
      allowances.filter((each) => same(each.TaxCategory)),
      (each) => each.Amount,
    ),
  );
};

const categories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];
const counties =
  'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS'
    .split(' ')
    .map((code) => `RO-${code}`);
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !['EU', 'EL', 'UK', 'XK', 'ZZ'].includes(code);
const currencies = new Set(Intl.supportedValuesOf('currency'));

type Rule = readonly [id: string, holds: (looked: Looked) => boolean];

/** A rule of each of the categories that are charged nothing. */
const untaxed = (number: string, holds: (looked: Looked, category: string) => boolean): Rule[] =>
  ['Z', 'E', 'AE', 'K', 'G', 'O'].map((category) => [
    `BR-${category === 'K' ? 'IC' : category}-${number}`,
    (looked) => !used(looked, category) || holds(looked, category),
  ]);
const ofBoth = (ids: [string, string], holds: (party: Tree) => boolean): Rule[] => [
  [ids[0], ({ seller }) => holds(seller)],
  [ids[1], ({ buyer }) => holds(buyer)],
];
const decimalsOf = (ids: Record<string, string>): Rule[] =>
  Object.entries(ids).map(([id, name]) => [id, ({ total }) => places(total[name]) <= 2]);

/** Rules of EN 16931 and of CIUS-RO, by their names there, as far as they are about what our files hold. */
const rules: readonly Rule[] = [
  [
    'BR-RO-001',
    ({ root }) => /^urn:cen\.eu:en16931:2017#compliant#.*:CIUS-RO:1\.0\.1$/.test(text(root.CustomizationID)),
  ],
  ['BR-02', ({ root }) => isSaid(root.ID)],
  ['BR-RO-010', ({ root }) => /\d/.test(text(root.ID))],
  ['BR-03', ({ root }) => isDay(root.IssueDate)],
  [
    'BR-RO-DT003',
    ({ root, means }) =>
      [root.DueDate, ...means.map((each) => each.PaymentDueDate)].every((day) => !isSaid(day) || isDay(day)),
  ],
  [
    'BR-RO-020',
    ({ root, isCredit }) =>
      isCredit
        ? text(root.CreditNoteTypeCode) === '381'
        : ['380', '384', '389', '751'].includes(text(root.InvoiceTypeCode)),
  ],
  ['BR-CL-04', ({ root }) => currencies.has(text(root.DocumentCurrencyCode))],
  [
    'BR-CL-03',
    ({ root, xml }) =>
      [...xml.matchAll(/currencyID="([^"]*)"/g)].every(([, code]) =>
        [text(root.DocumentCurrencyCode), text(root.TaxCurrencyCode)].includes(code!),
      ),
  ],
  ['BR-RO-030', ({ root }) => text(root.DocumentCurrencyCode) === 'RON' || text(root.TaxCurrencyCode) === 'RON'],
  [
    'BR-53',
    ({ root, inRon }) =>
      !isSaid(root.TaxCurrencyCode) || inRon?.TaxAmount?.['@_currencyID'] === text(root.TaxCurrencyCode),
  ],
  ['UBL-SR-TaxTotal', ({ root }) => (root.TaxTotal ?? []).length === (isSaid(root.TaxCurrencyCode) ? 2 : 1)],
  ...ofBoth(['BR-06', 'BR-07'], (party) => isSaid(party.PartyLegalEntity?.RegistrationName)),
  ...ofBoth(['BR-08', 'BR-10'], (party) => party.PostalAddress !== undefined),
  ...ofBoth(['BR-09', 'BR-11'], (party) => countryOf(party) !== ''),
  ...ofBoth(['BR-CL-14 seller', 'BR-CL-14 buyer'], (party) => isCountry(countryOf(party))),
  ...ofBoth(
    ['BR-CO-09 seller', 'BR-CO-09 buyer'],
    (party) =>
      vatOf(party) === '' ||
      isCountry(vatOf(party).slice(0, 2)) ||
      vatOf(party).startsWith('EL') ||
      vatOf(party).startsWith('XI'),
  ),
  ...ofBoth(['BR-RO-081', 'BR-RO-082'], (party) => isSaid(party.PostalAddress?.StreetName)),
  ...ofBoth(['BR-RO-091', 'BR-RO-092'], (party) => isSaid(party.PostalAddress?.CityName)),
  ...ofBoth(
    ['BR-RO-110', 'BR-RO-111'],
    (party) => countryOf(party) !== 'RO' || counties.includes(text(party.PostalAddress.CountrySubentity)),
  ),
  ...ofBoth(
    ['BR-RO-100', 'BR-RO-101'],
    (party) =>
      text(party.PostalAddress?.CountrySubentity) !== 'RO-B' ||
      /^SECTOR[1-6]$/.test(text(party.PostalAddress.CityName)),
  ),
  ...ofBoth(['BR-RO-L151', 'BR-RO-L152'], (party) => length(party.PostalAddress?.StreetName) <= 150),
  ...ofBoth(['BR-RO-L0501', 'BR-RO-L0502'], (party) => length(party.PostalAddress?.CityName) <= 50),
  ...ofBoth(['BR-RO-L0201', 'BR-RO-L0202'], (party) => length(party.PostalAddress?.PostalZone) <= 20),
  ...ofBoth(['BR-RO-L201', 'BR-RO-L203'], (party) => length(party.PartyLegalEntity?.RegistrationName) <= 200),
  ...ofBoth(['BR-RO-L1005', 'BR-RO-L1010'], (party) => length(party.Contact?.Telephone) <= 100),
  ...ofBoth(['BR-RO-L1006', 'BR-RO-L1011'], (party) => length(party.Contact?.ElectronicMail) <= 100),
  ['BR-RO-L155', ({ root }) => length(root.ID) <= 200],
  ['BR-RO-L0303', ({ root }) => length(root.OrderReference?.ID) <= 200],
  ['BR-RO-L0306', ({ root }) => length(root.DespatchDocumentReference?.ID) <= 200],
  ['BR-RO-L301', ({ root }) => length(root.PaymentTerms?.Note) <= 300],
  ['BR-RO-L302', ({ root }) => (root.Note ?? []).every((note: Tree) => length(note) <= 300)],
  ['BR-RO-A020', ({ root }) => (root.Note ?? []).length <= 20],
  ['BR-CO-26', ({ seller }) => vatOf(seller) !== '' || legalOf(seller) !== ''],
  ['BR-RO-065', (each) => used(each, 'O') || vatOf(each.seller) !== '' || taxOf(each.seller) !== ''],
  ['BR-RO-120', (each) => used(each, 'O') || vatOf(each.buyer) !== '' || legalOf(each.buyer) !== ''],
  ['BR-13', ({ total }) => isSaid(total.TaxExclusiveAmount)],
  ['BR-14', ({ total }) => isSaid(total.TaxInclusiveAmount)],
  ['BR-15', ({ total }) => isSaid(total.PayableAmount)],
  ['BR-CO-18', ({ rates }) => rates.length > 0],
  ['BR-16', ({ lines }) => lines.length > 0],
  [
    'BR-21',
    ({ lines }) =>
      lines.every((line) => isSaid(line.ID)) && new Set(lines.map((line) => text(line.ID))).size === lines.length,
  ],
  ['BR-22', ({ lines }) => lines.every((line) => isSaid(quantityOf(line)))],
  ['BR-23', ({ lines }) => lines.every((line) => /^[A-Z0-9]{2,3}$/.test(quantityOf(line)?.['@_unitCode'] ?? ''))],
  ['BR-24', ({ lines }) => lines.every((line) => isSaid(line.LineExtensionAmount))],
  ['BR-25', ({ lines }) => lines.every((line) => isSaid(line.Item?.Name))],
  ['BR-26', ({ lines }) => lines.every((line) => isSaid(line.Price?.PriceAmount))],
  ['BR-27', ({ lines }) => lines.every((line) => !number(line.Price?.PriceAmount).isNegative())],
  ['BR-CO-04', ({ lines }) => lines.every((line) => categories.includes(text(categoryOf(line)?.ID)))],
  [
    'BR-CL-15',
    ({ lines }) =>
      lines.every(({ Item }) => !Item?.OriginCountry || isCountry(text(Item.OriginCountry.IdentificationCode))),
  ],
  ['BR-RO-L1024', ({ lines }) => lines.every((line) => length(line.Item?.Name) <= 100)],
  ['BR-RO-L212', ({ lines }) => lines.every((line) => length(line.Item?.Description) <= 200)],
  ['BR-RO-L303', ({ lines }) => lines.every((line) => (line.Note ?? []).every((note: Tree) => length(note) <= 300))],
  ['BR-DEC-23', ({ lines }) => lines.every((line) => places(line.LineExtensionAmount) <= 2)],
  [
    'line = quantity × price',
    ({ lines }) =>
      lines.every((line) =>
        number(quantityOf(line))
          .times(number(line.Price?.PriceAmount))
          .toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
          .eq(number(line.LineExtensionAmount)),
      ),
  ],
  ['BR-31', ({ allowances }) => allowances.every((each) => isSaid(each.Amount))],
  ['BR-32', ({ allowances }) => allowances.every((each) => isSaid(each.TaxCategory?.ID))],
  [
    'BR-33',
    ({ allowances }) =>
      allowances.every((each) => isSaid(each.AllowanceChargeReason) || isSaid(each.AllowanceChargeReasonCode)),
  ],
  ['BR-DEC-01', ({ allowances }) => allowances.every((each) => places(each.Amount) <= 2)],
  ...decimalsOf({
    'BR-DEC-09': 'LineExtensionAmount',
    'BR-DEC-10': 'AllowanceTotalAmount',
    'BR-DEC-12': 'TaxExclusiveAmount',
    'BR-DEC-14': 'TaxInclusiveAmount',
    'BR-DEC-16': 'PrepaidAmount',
    'BR-DEC-17': 'PayableRoundingAmount',
    'BR-DEC-18': 'PayableAmount',
  }),
  ['BR-DEC-13', ({ tax }) => places(tax?.TaxAmount) <= 2],
  ['BR-DEC-15', ({ inRon }) => places(inRon?.TaxAmount) <= 2],
  ['BR-DEC-19', ({ rates }) => rates.every((rate) => places(rate.TaxableAmount) <= 2)],
  ['BR-DEC-20', ({ rates }) => rates.every((rate) => places(rate.TaxAmount) <= 2)],
  [
    'BR-CO-10',
    ({ lines, total }) => add(lines, (line) => line.LineExtensionAmount).eq(number(total.LineExtensionAmount)),
  ],
  [
    'BR-CO-11',
    ({ allowances, total }) => add(allowances, (each) => each.Amount).eq(number(total.AllowanceTotalAmount)),
  ],
  [
    'BR-CO-13',
    ({ total }) =>
      number(total.LineExtensionAmount).minus(number(total.AllowanceTotalAmount)).eq(number(total.TaxExclusiveAmount)),
  ],
  ['BR-CO-14', ({ rates, tax }) => add(rates, (rate) => rate.TaxAmount).eq(number(tax?.TaxAmount))],
  [
    'BR-CO-15',
    ({ total, tax }) =>
      number(total.TaxExclusiveAmount).plus(number(tax?.TaxAmount)).eq(number(total.TaxInclusiveAmount)),
  ],
  [
    'BR-CO-16',
    ({ total }) =>
      number(total.TaxInclusiveAmount)
        .minus(number(total.PrepaidAmount))
        .plus(number(total.PayableRoundingAmount))
        .eq(number(total.PayableAmount)),
  ],
  [
    'BR-CO-17',
    ({ rates }) =>
      rates.every((rate) =>
        number(rate.TaxableAmount)
          .times(number(rate.TaxCategory.Percent))
          .div(100)
          .minus(number(rate.TaxAmount))
          .abs()
          .lt(1),
      ),
  ],
  [
    'BR-CO-25',
    ({ root, total, means }) =>
      !number(total.PayableAmount).gt(0) ||
      [root.DueDate, root.PaymentTerms?.Note, ...means.map((each) => each.PaymentDueDate)].some(isSaid),
  ],
  ['BR-49', ({ means }) => means.every((each) => isSaid(each.PaymentMeansCode))],
  ['BR-50', ({ means }) => means.every((each) => !each.PayeeFinancialAccount || isSaid(each.PayeeFinancialAccount.ID))],
  [
    'BR-61',
    ({ means }) =>
      means.every(
        (each) => !['30', '58'].includes(text(each.PaymentMeansCode)) || isSaid(each.PayeeFinancialAccount?.ID),
      ),
  ],
  [
    'BR-45 to BR-48',
    ({ rates }) =>
      rates.every(
        (rate) =>
          isSaid(rate.TaxableAmount) &&
          isSaid(rate.TaxAmount) &&
          categories.includes(text(rate.TaxCategory?.ID)) &&
          (isSaid(rate.TaxCategory.Percent) || text(rate.TaxCategory.ID) === 'O'),
      ),
  ],
  [
    'one row for what is charged alike',
    ({ rates }) =>
      new Set(rates.map(({ TaxCategory }) => `${text(TaxCategory?.ID)} ${text(TaxCategory?.Percent)}`)).size ===
      rates.length,
  ],
  [
    'BR-S-01',
    (each) =>
      ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'].every((category) =>
        everyOf(each, category, () => ratesOf(each, category).length > 0),
      ),
  ],
  ['BR-S-02', (each) => !used(each, 'S') || vatOf(each.seller) !== '' || taxOf(each.seller) !== ''],
  ['BR-S-05', (each) => everyOf(each, 'S', ({ Percent }) => number(Percent).gt(0))],
  ['BR-S-08', (each) => each.rates.every((rate) => madeBase(each, rate).eq(number(rate.TaxableAmount)))],
  [
    'BR-S-10',
    (each) =>
      ['S', 'Z', 'L', 'M'].every((category) =>
        ratesOf(each, category).every(
          ({ TaxCategory }) => !isSaid(TaxCategory.TaxExemptionReason) && !isSaid(TaxCategory.TaxExemptionReasonCode),
        ),
      ),
  ],
  ...untaxed('05', (each, category) =>
    everyOf(each, category, ({ Percent }) =>
      category === 'O' ? Percent === undefined : isSaid(Percent) && number(Percent).isZero(),
    ),
  ),
  ...untaxed('09', (each, category) => ratesOf(each, category).every((rate) => number(rate.TaxAmount).isZero())),
  ...untaxed('10', (each, category) =>
    ratesOf(each, category).every(
      ({ TaxCategory }) => isSaid(TaxCategory.TaxExemptionReason) || isSaid(TaxCategory.TaxExemptionReasonCode),
    ),
  ).filter(([id]) => id !== 'BR-Z-10'),
  [
    'BR-E-02',
    (each) =>
      !['Z', 'E', 'AE'].some((category) => used(each, category)) ||
      vatOf(each.seller) !== '' ||
      taxOf(each.seller) !== '',
  ],
  ['BR-AE-02', (each) => !used(each, 'AE') || vatOf(each.buyer) !== '' || legalOf(each.buyer) !== ''],
  ['BR-G-02', (each) => !used(each, 'G') || vatOf(each.seller) !== ''],
  ['BR-IC-11', (each) => !used(each, 'K') || isSaid(each.root.Delivery?.ActualDeliveryDate)],
  ['BR-O-02', (each) => !used(each, 'O') || (vatOf(each.seller) === '' && vatOf(each.buyer) === '')],
  ['BR-O-11', (each) => !used(each, 'O') || each.rates.length === 1],
  [
    'BR-CL-22',
    ({ rates }) =>
      rates.every(
        ({ TaxCategory }) =>
          !isSaid(TaxCategory?.TaxExemptionReasonCode) ||
          /^VATEX-EU-(AE|IC|G|O)$/.test(text(TaxCategory.TaxExemptionReasonCode)),
      ),
  ],
  ['no empty element (PEPPOL-EN16931-R008)', ({ xml }) => !/<(\w+:\w+)(\s[^>]*)?>\s*<\/\1>|\/>/.test(xml)],
];

/** The names of the rules. */
export const ruleNames: readonly string[] = rules.map(([id]) => id);

/** The rules that a file breaks, by their names. */
export function brokenBy(xml: string): string[] {
  const each = looked(xml);
  return rules.filter(([, holds]) => !holds(each)).map(([id]) => id);
}
