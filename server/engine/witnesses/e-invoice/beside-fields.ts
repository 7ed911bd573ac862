import type { Line } from '../../../contract/invoice.ts';
import type { Given } from '../witness.ts';
import { isCharge, lineOf } from './line.ts';
import { all, first, lineAt, numberAt, textAt, type XmlDocument, type XmlElement } from './xml.ts';

/** What an e-invoice says beside the fields that are held against a page. */
export interface BesideFields {
  /** Its free text (BT-22), a paragraph for each note. */
  notes: string | null;
  /** Charges on the whole invoice (BG-21): in the norm they are no lines, in books they are. */
  charges: Given<Line>[];
  /** What is added to the amount due (BT-114). */
  rounding: number | null;
  /** The PDFs inside (BG-24), in their order. */
  pdfs: Uint8Array[];
}

const mostPdfs = 10;

/** Reads them from UBL and from CII (EN 16931-3-2 and -3-3). */
export function besideFields({ root, pdfs }: XmlDocument): BesideFields {
  const trade = first(root, 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction');
  const settlement = first(trade, 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement');
  const document = first(root, 'ExchangedDocument|HeaderExchangedDocument');
  const notes = [...all(root, 'Note'), ...all(document, 'IncludedNote/Content')].map((note) =>
    textAt({ note }, 'note'),
  );
  const charges = [...all(root, 'AllowanceCharge'), ...all(settlement, 'SpecifiedTradeAllowanceCharge')];
  return {
    notes: notes.filter((note) => note !== null).join('\n') || null,
    charges: charges.filter(isCharge).map(lineOfCharge),
    rounding:
      numberAt(root, 'LegalMonetaryTotal/PayableRoundingAmount') ??
      numberAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/RoundingAmount'),
    pdfs: pdfs.slice(0, mostPdfs).map((pdf) => Buffer.from(pdf, 'base64')),
  };
}

const lineOfCharge = (charge: XmlElement): Given<Line> =>
  lineOf({
    description: lineAt(charge, 'AllowanceChargeReason|Reason'),
    quantity: null,
    unit: null,
    price: null,
    basis: null,
    charges: [],
    code: null,
    rate: numberAt(charge, 'TaxCategory|CategoryTradeTax/Percent|RateApplicablePercent'),
    total: numberAt(charge, 'Amount|ActualAmount'),
    lot: null,
    origin: null,
    order: null,
    details: null,
  });
