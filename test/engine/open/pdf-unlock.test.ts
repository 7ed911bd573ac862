import fc from 'fast-check';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '../../../server/engine/open/open-file.ts';
import { unlockPdf } from '../../../server/engine/open/pdf-unlock.ts';
import type { OpenedFile } from '../../../server/engine/page.ts';
import { passwordPdf } from '../../helpers/bad-files.ts';
import { lockedPdf, locks } from '../../helpers/locked-pdf.ts';
import { cii, sample } from '../witnesses/hybrid.ts';

let plain: Uint8Array;
let opened: OpenedFile;
beforeAll(async () => {
  plain = await invoiceWithLayer();
  opened = await openFile(plain);
});

/** A page with an e-invoice inside and a layer that is off. */
async function invoiceWithLayer(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle('Factură șț 17');
  pdf.setProducer('Tipografie');
  const page = pdf.addPage([595, 842]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.drawText('Invoice number 2026-0117 of 14.03.2026', { x: 70, y: 740, size: 12, font });
  const { context } = pdf;
  const group = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Copy') }));
  pdf.catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [group], D: { OFF: [group] } }));
  page.node.normalizedEntries().Resources.set(PDFName.of('Properties'), context.obj({ Copy: group }));
  const drawn = context.stream('/OC /Copy BDC 70 700 200 20 re f EMC');
  page.node.addContentStream(context.register(drawn));
  await pdf.attach(Buffer.from(cii(sample)), 'factur-x.xml', { mimeType: 'text/xml' });
  return pdf.save();
}

describe('a PDF without its password says what it said with it', () => {
  it.each(locks.flatMap((lock) => [lock, lock].map((_, index) => [lock, ['parola mea', 'owner'][index]!] as const)))(
    'locked by %s, opened by the password %j',
    async (lock, password) => {
      const unlocked = await unlockPdf(lockedPdf(plain, lock, 'parola mea'), password);
      if (typeof unlocked === 'string') throw new Error(unlocked);
      expect(await openFile(unlocked)).toEqual(opened);
      expect(Buffer.from(unlocked).includes('/Encrypt')).toBe(false);
    },
  );

  it('of letters that are not ASCII too', async () => {
    const unlocked = await unlockPdf(lockedPdf(plain, 'aes-256', 'Grădiniță'), 'Grădiniță');
    if (typeof unlocked === 'string') throw new Error(unlocked);
    expect(await openFile(unlocked)).toEqual(opened);
  });
});

it('another password opens nothing, and a file without one stays as it is', async () => {
  for (const lock of locks) {
    const locked = lockedPdf(plain, lock, 'secret');
    for (const wrong of ['', 'Secret', 'secret2']) expect(await unlockPdf(locked, wrong)).toBe('wrong_password');
  }
  expect(await unlockPdf(plain, 'secret')).toEqual(Uint8Array.from(plain));
});

it('what is locked by nothing that anybody knows, or is damaged, is refused with a reason', async () => {
  expect(await unlockPdf(await passwordPdf(), 'secret')).toBe('wrong_password');
  expect(await unlockPdf(Buffer.from('%PDF-1.7\n'), 'secret')).toBe('cannot_unlock');
});

it('whatever is changed in a locked PDF, it is unlocked or refused', async () => {
  const locked = lockedPdf(plain, 'aes-128', 'secret');
  const changes = fc.array(fc.tuple(fc.nat(locked.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const bytes = Buffer.from(locked);
      for (const [at, value] of changed) bytes[at] = value;
      const unlocked = await unlockPdf(bytes, 'secret');
      expect(typeof unlocked === 'string' ? ['wrong_password', 'cannot_unlock'] : [unlocked]).toContain(unlocked);
    }),
    { numRuns: 60 },
  );
}, 60_000);
