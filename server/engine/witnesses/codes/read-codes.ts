import type { PrintedCode } from '../../page.ts';
import type { Witness } from '../witness.ts';
import { readEpc } from './epc.ts';
import { readEsTicketbai } from './es-ticketbai.ts';
import { readEsVerifactu } from './es-verifactu.ts';
import { readHrFiscal } from './hr-fiscal.ts';
import { readHuMnb } from './hu-mnb.ts';
import { readHub3 } from './hub3.ts';
import { readPayBySquare } from './pay-by-square.ts';
import { readPlKsef } from './pl-ksef.ts';
import { readPlZbp } from './pl-zbp.ts';
import { readPlain } from './plain.ts';
import { readPtAt } from './pt-at.ts';
import { readQrFaktura } from './qr-faktura.ts';
import { readSpayd } from './spayd.ts';
import type { CodeStatement } from './statement.ts';
import { readSwissQrBill } from './swiss-qr-bill.ts';
import { readUpnQr } from './upn-qr.ts';

/** Every format that is known, each rejecting what is not exactly its own; what holds a bare number comes last. */
const formats: readonly ((text: string) => CodeStatement | null)[] = [
  readEpc,
  readSwissQrBill,
  readSpayd,
  readQrFaktura,
  readPayBySquare,
  readUpnQr,
  readHub3,
  readPtAt,
  readEsVerifactu,
  readEsTicketbai,
  readPlKsef,
  readPlZbp,
  readHrFiscal,
  readHuMnb,
  readPlain,
];

/** What the codes on the pages say of the invoice; a code that is printed twice speaks once. */
export function readCodes(codes: readonly PrintedCode[]): Witness[] {
  const texts = new Set<string>();
  return codes.flatMap(({ text, page, box }): Witness[] => {
    const statement = texts.has(text) ? null : statementOf(text);
    texts.add(text);
    if (!statement) return [];
    const { header, supports = {}, payable = null, references = [] } = statement;
    return [
      {
        source: 'code',
        header,
        supports,
        payable,
        references: references.flatMap((reference) => reference || []),
        lines: [],
        lineSum: null,
        rates: [],
        place: { page, box },
      },
    ];
  });
}

function statementOf(text: string): CodeStatement | null {
  for (const read of formats) {
    const statement = read(text);
    if (statement) return statement;
  }
  return null;
}
