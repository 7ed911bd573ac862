import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentSchema } from '../../server/contract/document.ts';
import { packageRoot, resource } from '../../server/resources.ts';
import { type Ended, facturier, facturierTold, facturierWith } from '../helpers/appliance.ts';
import { damagedPdf, pdfWithPages, textNamedPdf } from '../helpers/bad-files.ts';
import { archive, romanianInvoice, signatureOver, signer } from '../helpers/e-invoices.ts';
import { lockedPdf } from '../helpers/locked-pdf.ts';
import { eml } from '../helpers/mails.ts';
import { printedPage } from '../helpers/scans.ts';
import { tiffOf } from '../helpers/tiff-files.ts';

let folder: string;
let invoice: string;
let scan: string;
let damaged: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-extract-'));
  invoice = join(folder, 'invoice.pdf');
  scan = join(folder, 'scan.jpg');
  damaged = join(folder, 'damaged.pdf');
  await writeFile(invoice, await pdfWithPages(2, 'Invoice 2026-0117 of 14.03.2026, total 119.00 EUR'));
  await writeFile(scan, (await printedPage(150)).toBuffer('image/jpeg'));
  await writeFile(damaged, await damagedPdf());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sample = resource('samples', 'invoice.pdf');
const extract = (...args: string[]): Promise<Ended> =>
  facturier(folder, 'extract', ...args, '--buyer-vat', 'RO18547290');

test('prints a PDF and a scan as Documents, one line each with --json, and nothing else', async () => {
  const { code, stdout, stderr } = await extract(invoice, scan, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const documents = stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  expect(documents).toMatchObject([
    { filename: 'invoice.pdf', status: 'succeeded', pages: 2, mime_type: 'application/pdf', error: null },
    { filename: 'scan.jpg', status: 'succeeded', pages: 1, mime_type: 'image/jpeg', error: null },
  ]);
  expect(documents[1]!.document!.invoice_date).toBe('2026-03-14');
}, 60_000);

test('takes e-invoices, as XML, in the archive of the portal and several in one archive, and says why it does not take one', async () => {
  const xml = romanianInvoice({ vat: 'RO18547290', name: 'Auto Test 2003 SRL' });
  const [plain, zip, several, order] = ['factura.xml', 'spv.zip', 'several.zip', 'order.xml'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  await writeFile(plain, xml);
  await writeFile(zip, archive(xml, signatureOver(`${xml} `)));
  await writeFile(several, zipSync({ 'a.xml': Buffer.from(xml), 'b.xml': Buffer.from(xml) }));
  await writeFile(order, '<Order/>');
  const { code, stdout } = await extract(plain, zip, several, order, '--json');
  expect(code).toBe(1);
  const documents = stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  expect(documents).toMatchObject([
    { status: 'succeeded', mime_type: 'application/xml', pages: 1, warnings: [], signature: 'none' },
    {
      status: 'succeeded',
      mime_type: 'application/zip',
      pages: 1,
      warnings: ['einvoice_altered'],
      signature: 'altered',
    },
    { status: 'succeeded', filename: 'a.xml' },
    { status: 'succeeded', filename: 'b.xml' },
    { status: 'failed', document: null, error: { code: 'not_an_einvoice' } },
  ]);
  expect(documents[0]!.fields?.total_amount).toMatchObject({ confidence: 'high', source: 'einvoice', page: 1 });
  expect(documents[1]!.fields?.total_amount?.confidence).toBe('low');
}, 60_000);

test('reads the pages of a TIFF, and says how a photograph in HEIC is sent', async () => {
  const [tiff, photo] = [join(folder, 'scan.tif'), join(folder, 'photo.heic')];
  const page = { picture: await printedPage(200), dpi: 200, colours: 'bilevel', coding: 'g4' } as const;
  await writeFile(tiff, tiffOf(page, page));
  await writeFile(photo, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
  const { code, stdout } = await extract(tiff, photo, '--json');
  expect(code).toBe(1);
  const [read, refused] = stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  expect(read).toMatchObject({ filename: 'scan.tif', status: 'succeeded', pages: 2, mime_type: 'application/pdf' });
  expect(read!.document!.invoice_date).toBe('2026-03-14');
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'heic_photo' } });
}, 60_000);

test('reads what is attached to a mail, a Document each, and says of one without invoices what it lacks', async () => {
  const [mail, empty, out] = [join(folder, 'mesaj.eml'), join(folder, 'gol.eml'), join(folder, 'of-mails')];
  const bytes = await readFile(invoice);
  const attached = ['una.pdf', 'alta.pdf'].map((name) => ({ name, type: 'application/pdf', bytes }));
  const document = { '[Content_Types].xml': Buffer.from('<Types/>'), 'word/embedded.pdf': bytes };
  await writeFile(mail, eml(...attached, { name: 'c.docx', type: 'application/zip', bytes: zipSync(document) }));
  await writeFile(empty, eml());
  const { code, stdout } = await extract(mail, empty, '--json');
  expect(code).toBe(1);
  expect(stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)))).toMatchObject([
    { filename: 'una.pdf', status: 'succeeded', pages: 2 },
    { filename: 'alta.pdf', status: 'succeeded', pages: 2 },
    { filename: 'gol.eml', status: 'failed', error: { code: 'no_attachments' } },
  ]);
  const written = await extract(mail, '--out', out);
  expect(written.stdout.split('\n').map((path) => path.slice(out.length + 1))).toEqual([
    'mesaj.eml.json',
    'mesaj.eml-2.json',
  ]);
}, 120_000);

test('reads a PDF with a password that is piped in, and says what is wrong with another one', async () => {
  const [locked, plain] = [join(folder, 'locked.pdf'), invoice];
  await writeFile(locked, lockedPdf(await readFile(invoice), 'aes-128', 'parola mea'));
  const withPassword = (password: string) =>
    facturierTold(
      `${password}\n`,
      folder,
      ...['extract', locked, plain, '--password-stdin', '--json', '--buyer-vat', 'RO18547290'],
    );
  const read = (stdout: string) => stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  const right = await withPassword('parola mea');
  expect(right.code).toBe(0);
  const [unlocked, never] = read(right.stdout);
  expect(unlocked).toMatchObject({ status: 'succeeded', pages: 2, document: never!.document });
  const wrong = await withPassword('parola');
  expect(read(wrong.stdout)).toMatchObject([{ error: { code: 'wrong_password' } }, { status: 'succeeded' }]);
  const none = await extract(locked, '--json');
  expect(read(none.stdout)).toMatchObject([{ pages: null, error: { code: 'password_protected' } }]);
}, 120_000);

test('knows the signers of e-invoices that an administrator names, and says where there are none', async () => {
  const xml = romanianInvoice({ vat: 'RO18547290', name: 'Auto Test 2003 SRL' });
  const [zip, signers] = [join(folder, 'signed.zip'), join(folder, 'signers.pem')];
  await writeFile(zip, archive(xml, signatureOver(xml)));
  await writeFile(signers, `\n${signer.certificate.toString()}`);
  const asked = (file: string) =>
    facturierWith({ FACTURIER_EINVOICE_SIGNERS: file }, folder, 'extract', zip, '--buyer-vat', 'RO18547290', '--json');
  const { fields } = JSON.parse((await asked(signers)).stdout);
  expect(new Set(Object.values<{ confidence: string }>(fields).map(({ confidence }) => confidence))).toEqual(
    new Set(['high']),
  );
  expect(fields.invoice_number.evidence).toEqual(['signed']);
  await writeFile(signers, 'no certificate');
  const refused = await asked(signers);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('it holds no certificate');
}, 60_000);

test('writes Documents into a folder, and those of one name stay apart', async () => {
  const other = join(folder, 'other');
  const out = join(folder, 'out');
  await mkdir(other);
  await writeFile(join(other, 'invoice.pdf'), await pdfWithPages(1, 'Invoice 18 of the fourteenth of March'));
  const { code, stdout } = await extract(invoice, join(other, 'invoice.pdf'), '--out', out);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([join(out, 'invoice.pdf.json'), join(out, 'invoice.pdf-2.json')]);
  const pages = await Promise.all(
    stdout.split('\n').map(async (path) => JSON.parse(await readFile(path, 'utf8')).pages),
  );
  expect(pages).toEqual([2, 1]);
}, 60_000);

test('a file that cannot be read is a failed Document and exit code 1, beside those that can', async () => {
  const text = join(folder, 'text.pdf');
  const long = join(folder, 'long.pdf');
  await writeFile(text, textNamedPdf);
  await writeFile(long, await pdfWithPages(51, 'Invoice'));
  const { code, stdout } = await extract(damaged, text, long, invoice, '--json');
  expect(code).toBe(1);
  const documents = stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  expect(documents.map(({ status, error }) => error?.code ?? status)).toEqual([
    'unreadable_file',
    'unsupported_file_type',
    'too_many_pages',
    'succeeded',
  ]);
}, 60_000);

test('a path that leads nowhere is one sentence and exit code 1', async () => {
  const { code, stdout, stderr } = await extract(join(folder, 'nowhere.pdf'));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('nowhere.pdf');
});

test('a path that leads nowhere does not keep the files after it from being read', async () => {
  const { code, stdout, stderr } = await extract(join(folder, 'nowhere.pdf'), damaged, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ filename: 'damaged.pdf', status: 'failed' });
  expect(stderr).toContain('nowhere.pdf');
}, 60_000);

test('reads for whomever an invoice names where no company is, and compares the customer with nobody', async () => {
  const xml = join(folder, 'anybody.xml');
  await writeFile(xml, romanianInvoice({ vat: 'RO18547290', name: 'Auto Test 2003 SRL' }));
  const { code, stdout } = await facturier(folder, 'extract', sample, xml, '--json');
  expect(code).toBe(0);
  const documents = stdout.split('\n').map((line) => documentSchema.parse(JSON.parse(line)));
  expect(documents.map(({ document }) => document?.customer.vat_number)).toEqual(['RO9900816346', 'RO18547290']);
  for (const { warnings, fields } of documents) {
    expect(warnings).not.toContain('buyer_vat_mismatch');
    expect(fields?.['customer.vat_number']?.evidence).not.toContain('buyer_agrees');
  }
  // Another company that was named is warned of.
  const { stdout: named } = await extract(sample, '--json');
  expect(JSON.parse(named).warnings).toContain('buyer_vat_mismatch');
}, 60_000);

test('wrong usage is exit code 2', async () => {
  expect((await extract()).code).toBe(2);
  expect((await facturier(folder, 'extract', invoice, '--buyer-vat', 'RO18547291')).code).toBe(2);
});

test('more files than are begun at once come out in the order they were named, each once', async () => {
  const many = join(folder, 'many');
  await mkdir(many);
  const files = Array.from({ length: 60 }, (_, index) => join(many, `${index}.pdf`));
  await Promise.all(files.map((file) => writeFile(file, textNamedPdf)));
  const { code, stdout } = await extract(...files, '--json');
  expect(code).toBe(1);
  const names = stdout.split('\n').map((line) => JSON.parse(line).filename);
  expect(names).toEqual(files.map((_, index) => `${index}.pdf`));
}, 60_000);

test.runIf(process.platform === 'linux')(
  'counts the pages of a scan on a terminal as they are read',
  async () => {
    const pdf = await PDFDocument.create();
    const picture = await pdf.embedPng((await printedPage(100)).toBuffer('image/png'));
    for (let count = 0; count < 3; count++)
      pdf.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 });
    const pages = join(folder, 'pages.pdf');
    await writeFile(pages, await pdf.save());
    const cli = join(packageRoot, 'server', 'cli.ts');
    const order = `'${process.execPath}' '${cli}' extract '${pages}' --buyer-vat RO18547290 --json`;
    const { stdout } = await promisify(execFile)('script', ['-qec', order, '/dev/null']);
    for (const done of ['1/3', '2/3', '3/3']) expect(stdout).toContain(`${done} pages.pdf`);
  },
  60_000,
);
