import type { Decimal } from 'decimal.js';
import type { VatCategory } from '../contract/invoice.ts';
import { fileForEach, type Whole } from './book.ts';
import type { BookRate } from './book-lines.ts';
import type { Target } from './target.ts';
import { type DraftLine, type DraftParty, draftOf, exemptionCodes, type UblDraft } from './ubl-draft.ts';
import { ublRules } from './ubl-rules.ts';
import { valueAt } from './value-at.ts';
import { cut, decimals, namePart } from './written.ts';
import { type Element, xmlOf } from './xml.ts';

/** CIUS-RO 1.0.1 on EN 16931, in UBL 2.1. */
const customization = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';
const reasonLength = 100;

/**
 * Invoices as UBL of RO e-Factura, for programs that take such files in. It is a draft by name and note: a buyer must not send
 * somebody else's invoice to the tax office.
 */
export const ublRo: Target = {
  name: 'ubl-ro',
  perCompany: true,
  perInvoice: true,
  withFields: false,
  takesBookings: false,
  write: (invoices, settings) =>
    fileForEach(invoices, settings, [], (whole, say) => {
      const draft = draftOf(whole, settings, say);
      for (const { broken, code } of ublRules) {
        const path = broken(draft);
        if (path) say(code ?? (isMissing(whole, path) ? 'missing' : 'rule_broken'), path, true);
      }
      for (const { reason } of draft.rates) cut(reason, reasonLength, 'vat_breakdown.reason', say);
      return { name: nameOf(whole), bytes: xmlOf(rootOf(draft), settings.words.of('exportLine.draft')) };
    }),
};

/** Nothing stands in a field of the header that a rule asks for. */
const isMissing = ({ invoice }: Whole, path: string): boolean =>
  !/^(?:line_items|vat_breakdown)/.test(path) && valueAt(invoice, path) === null;

function nameOf({ invoice, number }: Whole): string {
  return `CIORNA_${namePart(invoice.vendor.vat_number ?? '')}_${namePart(number)}.xml`;
}

const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:';

function rootOf(draft: UblDraft): Element {
  const { isCredit, currency, vatInRon } = draft;
  const kind = isCredit ? 'CreditNote' : 'Invoice';
  const money = (name: string, amount: Decimal): Element => amountOf(name, amount, currency);
  return [
    kind,
    [
      ['cbc:CustomizationID', customization],
      ['cbc:ID', draft.number],
      ['cbc:IssueDate', draft.date],
      ['cbc:DueDate', isCredit ? null : draft.due],
      [isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', isCredit ? '381' : '380'],
      ...draft.notes.map((note): Element => ['cbc:Note', note]),
      ['cbc:DocumentCurrencyCode', currency],
      ['cbc:TaxCurrencyCode', vatInRon && 'RON'],
      ['cac:OrderReference', [['cbc:ID', draft.order]]],
      ['cac:DespatchDocumentReference', [['cbc:ID', draft.despatch]]],
      ['cac:AccountingSupplierParty', [partyOf(draft.seller)]],
      ['cac:AccountingCustomerParty', [partyOf(draft.buyer)]],
      ['cac:PaymentMeans', paymentOf(draft)],
      ['cac:PaymentTerms', [['cbc:Note', draft.terms]]],
      ...draft.allowances.map(
        ({ amount, reason, of }): Element => [
          'cac:AllowanceCharge',
          [
            ['cbc:ChargeIndicator', 'false'],
            ['cbc:AllowanceChargeReason', reason],
            money('cbc:Amount', amount),
            ['cac:TaxCategory', categoryOf(of, false)],
          ],
        ],
      ),
      [
        'cac:TaxTotal',
        [
          money('cbc:TaxAmount', draft.vat),
          ...draft.rates.map(
            (rate): Element => [
              'cac:TaxSubtotal',
              [
                money('cbc:TaxableAmount', rate.base),
                money('cbc:TaxAmount', rate.vat),
                ['cac:TaxCategory', categoryOf(rate, true)],
              ],
            ],
          ),
        ],
      ],
      ['cac:TaxTotal', vatInRon && [amountOf('cbc:TaxAmount', vatInRon, 'RON')]],
      [
        'cac:LegalMonetaryTotal',
        [
          money('cbc:LineExtensionAmount', draft.lineSum),
          money('cbc:TaxExclusiveAmount', draft.net),
          money('cbc:TaxInclusiveAmount', draft.gross),
          ...(draft.allowances.length > 0 ? [money('cbc:AllowanceTotalAmount', draft.lineSum.minus(draft.net))] : []),
          ...(draft.prepaid.isZero() ? [] : [money('cbc:PrepaidAmount', draft.prepaid)]),
          ...(draft.rounding.isZero() ? [] : [money('cbc:PayableRoundingAmount', draft.rounding)]),
          money('cbc:PayableAmount', draft.payable),
        ],
      ],
      ...draft.lines.map((line, index) => lineOf(line, index, draft)),
    ],
    {
      xmlns: `${namespace}${kind}-2`,
      'xmlns:cac': `${namespace}CommonAggregateComponents-2`,
      'xmlns:cbc': `${namespace}CommonBasicComponents-2`,
    },
  ];
}

const amountOf = (name: string, amount: Decimal, currency: string): Element => [
  name,
  decimals(amount, 2),
  { currencyID: currency },
];

function partyOf(party: DraftParty): Element {
  return [
    'cac:Party',
    [
      [
        'cac:PostalAddress',
        [
          ['cbc:StreetName', party.street],
          ['cbc:CityName', party.city],
          ['cbc:PostalZone', party.postalCode],
          ['cbc:CountrySubentity', party.county],
          ['cac:Country', [['cbc:IdentificationCode', party.country]]],
        ],
      ],
      ['cac:PartyTaxScheme', party.vatId && [['cbc:CompanyID', party.vatId], schemeOf('VAT')]],
      // Any scheme but VAT says that it is no VAT number (BT-32).
      ['cac:PartyTaxScheme', party.taxId && [['cbc:CompanyID', party.taxId], schemeOf('TAX')]],
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', party.name],
          ['cbc:CompanyID', party.legalId],
        ],
      ],
      [
        'cac:Contact',
        [
          ['cbc:Telephone', party.phone],
          ['cbc:ElectronicMail', party.email],
        ],
      ],
    ],
  ];
}

const schemeOf = (id: string): Element => ['cac:TaxScheme', [['cbc:ID', id]]];

/** Credit transfer (UNTDID 4461, 30), the only means that an account number says; a credit note has its day there. */
function paymentOf({ iban, isCredit, due }: UblDraft): Element[] | null {
  if (iban === null) return null;
  return [
    ['cbc:PaymentMeansCode', '30'],
    ['cbc:PaymentDueDate', isCredit ? due : null],
    ['cac:PayeeFinancialAccount', [['cbc:ID', iban]]],
  ];
}

/** Categories that say why they are not charged; the others may not (BR-S-10, BR-Z-10, BR-AF-10, BR-AG-10). */
const exempt: ReadonlySet<VatCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** @param withReason as in the breakdown; lines and discounts have only code and rate */
function categoryOf({ category, rate, reason }: BookRate, withReason: boolean): Element[] {
  const isExempt = category !== null && exempt.has(category);
  return [
    ['cbc:ID', category],
    // What is not subject to VAT has no rate of it.
    ['cbc:Percent', category === 'O' ? null : decimals(rate, 2)],
    ['cbc:TaxExemptionReasonCode', withReason && category ? (exemptionCodes[category] ?? null) : null],
    ['cbc:TaxExemptionReason', withReason && isExempt ? cut(reason, reasonLength, '', () => {}) : null],
    schemeOf('VAT'),
  ];
}

function lineOf(line: DraftLine, index: number, { isCredit, currency }: UblDraft): Element {
  return [
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    [
      ['cbc:ID', String(index + 1)],
      ['cbc:Note', line.note],
      [
        isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity',
        decimals(line.quantity, 0, 6),
        { unitCode: line.unit },
      ],
      amountOf('cbc:LineExtensionAmount', line.net, currency),
      [
        'cac:Item',
        [
          ['cbc:Description', line.description],
          ['cbc:Name', line.name],
          ['cac:SellersItemIdentification', [['cbc:ID', line.code]]],
          ['cac:OriginCountry', [['cbc:IdentificationCode', line.origin]]],
          ['cac:ClassifiedTaxCategory', categoryOf(line.of, false)],
        ],
      ],
      ['cac:Price', [['cbc:PriceAmount', decimals(line.price, 2, 6), { currencyID: currency }]]],
    ],
  ];
}
