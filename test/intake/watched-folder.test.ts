import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localDate } from '../../server/clock.ts';
import * as companies from '../../server/store/companies.ts';
import { aboutOf } from '../../server/store/document-keys.ts';
import { find } from '../../server/store/documents.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { lockedPdf } from '../helpers/locked-pdf.ts';
import { eml, msg, sender, sent } from '../helpers/mails.ts';
import { printedPage } from '../helpers/scans.ts';
import { pdf, startTestServer, type TestServer } from '../helpers/server.ts';
import { canMount, mountDisk } from '../helpers/small-disk.ts';
import { madeTiff, smallPicture, tiffOf } from '../helpers/tiff-files.ts';

const company = { vat: 'RO18547290', name: 'Cofetăria Norului SRL' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: TestServer;
let own: string;
let key: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  own = join(folder.path, company.vat);
  mkdirSync(own);
  server = await startTestServer({ watchedFolder: folder.path });
  await companies.use(server.store.db, server.tenantId, company, server.now());
  key = await server.createKey('live');
});
afterEach(async () => {
  await server.stop();
  await folder.remove();
});

const put = (name: string, bytes: Uint8Array | string): void => writeFileSync(join(own, name), bytes);
const month = (): string => localDate(server.now()).slice(0, 7);
const taken = (): string[] => namesIn(join(own, 'preluate', month()));
const refused = (): string[] => namesIn(join(own, 'respinse'));
const left = (): string[] => namesIn(own).filter((name) => !['preluate', 'respinse'].includes(name));
const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path).toSorted() : []);

/** Of names, the last. */
const last = '\uffee';
let canaries = 0;
/**
 * Lets the folder be looked at until what came last was taken: what came before it was looked at as often. The clock goes on
 * within a look, too, so that of what came with it a part may be due one look later: hence two of them.
 */
async function looks(): Promise<void> {
  for (let count = 0; count < 2; count++) await takesLast();
}

async function takesLast(): Promise<void> {
  const name = `${last} ${canaries++}.pdf`;
  put(name, pdf());
  const mark = `.facturier-${readFileSync(join(server.folder, 'watcher'), 'utf8')}`;
  const isBusy = (): boolean => !taken().includes(name) || left().some((one) => one.startsWith(mark));
  for (let look = 0; look < 200 && isBusy(); look++) {
    server.advance(3_000);
    server.wake();
    await delay(30);
  }
  expect(isBusy()).toBe(false);
  rmSync(join(own, 'preluate', month(), name));
}

async function documents(): Promise<{ id: string; filename: string }[]> {
  const { json } = await server.request('GET', '/v1/documents?limit=200', { key });
  return json.data.filter(({ filename }: { filename: string }) => !filename.startsWith(last));
}
const filenames = async (): Promise<string[]> => (await documents()).map(({ filename }) => filename).toSorted();
const why = (name: string): string => readFileSync(join(own, 'respinse', `${name}.txt`), 'utf8');

describe('what is put into the folder of a company', () => {
  it('becomes a document of that company, and is found under preluate', async () => {
    const xml = romanianInvoice(company);
    put('factură.pdf', pdf(2));
    put('3041234567.zip', archive(xml, signatureOver(xml)));
    await looks();
    expect(taken()).toEqual(['3041234567.zip', 'factură.pdf']);
    expect(await filenames()).toEqual(['3041234567.zip', 'factură.pdf']);
    expect(readFileSync(join(own, 'preluate', month(), 'factură.pdf'))).toEqual(pdf(2));
    const [row] = await server.store.db.selectFrom('documents').select(['origin', 'retention']).execute();
    expect(row).toEqual({ origin: 'folder', retention: 'standard' });
    expect(left()).toEqual([]);
  });

  it('is not taken before it is whole, and refused when it stays like that for ten minutes', async () => {
    const whole = pdf();
    put('scan.pdf', whole.subarray(0, 100));
    put('empty.pdf', '');
    put('announced.pdf', Buffer.alloc(5_000));
    put('never.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    await looks();
    expect(left()).toEqual(['announced.pdf', 'empty.pdf', 'never.jpg', 'scan.pdf']);
    appendFileSync(join(own, 'scan.pdf'), whole.subarray(100));
    await looks();
    expect(await filenames()).toEqual(['scan.pdf']);
    server.advance(5 * 60_000);
    await looks();
    expect(refused()).toEqual([]);
    // What still grows is not given up.
    appendFileSync(join(own, 'never.jpg'), Buffer.from([4]));
    server.advance(5 * 60_000);
    await looks();
    expect(refused()).toEqual(['announced.pdf', 'announced.pdf.txt', 'empty.pdf', 'empty.pdf.txt']);
    expect(why('empty.pdf')).toMatch(/nu este întreg.*\n.*not whole/);
    expect(left()).toEqual(['never.jpg']);
  });

  it('is refused with a sentence beside it when it is nothing that can be taken', async () => {
    put('notes.txt', 'notes');
    put('many.pdf', pdf(51));
    put('order.xml', '<Order/>');
    const large = join(own, 'large.pdf');
    put('large.pdf', pdf());
    truncateSync(large, 14 * 1024 * 1024);
    appendFileSync(large, '%%EOF');
    await looks();
    expect(refused().filter((name) => !name.endsWith('.txt.txt') && name.endsWith('.txt'))).toEqual([
      'large.pdf.txt',
      'many.pdf.txt',
      'notes.txt',
      'order.xml.txt',
    ]);
    expect(why('notes.txt')).toMatch(/^Fișierul nu este PDF.*\nThe file is neither a PDF/);
    expect(why('many.pdf')).toMatch(/peste 50 de pagini.*\n.*51 pages/);
    expect(why('order.xml')).toMatch(/factură electronică.*\n.*e-invoice/);
    expect(why('large.pdf')).toMatch(/14 MiB.*\n.*14 MiB/);
    expect(await documents()).toEqual([]);
  });

  it('is taken as TIFF of a scanner, whose pages become those of a PDF, once its pictures are described', async () => {
    const picture = await printedPage(100);
    const page = { picture, dpi: 100, colours: 'bilevel', coding: 'g4' } as const;
    const tiff = tiffOf(page, page, page);
    put('scan.tif', tiff);
    // Only when the pictures are there, programs write where they are described.
    const begun = Buffer.from(tiff);
    begun.writeUInt32LE(0, 4);
    put('begun.tiff', begun);
    await looks();
    expect(taken()).toEqual(['scan.tif']);
    expect(left()).toEqual(['begun.tiff']);
    expect(readFileSync(join(own, 'preluate', month(), 'scan.tif'))).toEqual(tiff);
    expect(await documents()).toMatchObject([{ filename: 'scan.tif', mime_type: 'application/pdf', pages: 3 }]);
  });

  it('is refused as a TIFF that is damaged or has too many pages, and as a photograph in HEIC, with what to do', async () => {
    put('cut.tif', madeTiff(new Uint8Array(64), [{ tags: smallPicture({ 273: 4e9 }) }]));
    put('many.tif', madeTiff(new Uint8Array(64), Array(10_000).fill({ tags: smallPicture() })));
    put('photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
    await looks();
    expect(refused().filter((name) => name.endsWith('.txt'))).toHaveLength(3);
    expect(why('cut.tif')).toMatch(/TIFF.*Scanează-l ca PDF\.\n.*Scan it as PDF/);
    expect(why('many.tif')).toMatch(/peste 50 de pagini.*\n.*50 pages/);
    expect(why('photo.heic')).toMatch(/HEIC.*JPEG.*\n.*JPEG/);
    expect(await documents()).toEqual([]);
  });

  it('is refused as a PDF with a password, with where it is asked for', async () => {
    put('locked.pdf', lockedPdf(pdf(), 'aes-256', 'parola mea'));
    await looks();
    expect(refused()).toEqual(['locked.pdf', 'locked.pdf.txt']);
    expect(why('locked.pdf')).toMatch(/parolă. Trage-l în fereastra.*\n.*Drop it into the window/);
    expect(await documents()).toEqual([]);
  });

  it('is taken as a mail, whose invoices become documents that know who sent them', async () => {
    const xml = romanianInvoice(company);
    const attached = [
      { name: 'factură.pdf', type: 'application/pdf', bytes: pdf(2) },
      { name: 'alta.pdf', type: 'application/octet-stream', bytes: pdf(3), inline: true },
      { name: '3041234567.xml', type: 'text/xml', bytes: Buffer.from(xml) },
      { name: 'contract.docx', type: 'application/zip', bytes: archive('<Order/>', null) },
      { name: 'sigla.png', type: 'image/png', bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), inline: true },
    ];
    put('mesaj.eml', eml(...attached));
    put('mesaj.msg', msg(attached[0]!));
    await looks();
    expect(taken()).toEqual(['mesaj.eml', 'mesaj.msg']);
    expect(await filenames()).toEqual(['3041234567.xml', 'alta.pdf', 'factură.pdf', 'factură.pdf']);
    const { db, vault } = server.store;
    for (const { id } of await documents()) {
      const row = (await find(db, id))!;
      const about = aboutOf(vault, row);
      expect(about.mail).toEqual({ from: `${sender.name} <${sender.address}>`, date: sent });
      // Sealed, as all else that describes a document.
      expect(Buffer.from(row.about!).includes(sender.address)).toBe(false);
    }
  });

  it('is taken as an archive of a month, whose e-invoices become documents with their signatures', async () => {
    const files = ['4213377001', '4213377002'].flatMap((id) => {
      const xml = romanianInvoice(company, { number: id });
      return [
        [`${id}.xml`, Buffer.from(xml)],
        [`semnatura_${id}.xml`, Buffer.from(signatureOver(xml))],
      ] as const;
    });
    put('august.zip', Buffer.from(zipSync({ ...Object.fromEntries(files), 'chirie.pdf': pdf(1) })));
    put('bomba.zip', Buffer.from(zipSync({ 'a.xml': new Uint8Array(60 * 1024 * 1024) }, { level: 1 })));
    await looks();
    expect(taken()).toEqual(['august.zip']);
    expect(await filenames()).toEqual(['4213377001.zip', '4213377002.zip', 'chirie.pdf']);
    expect(why('bomba.zip')).toMatch(/mult prea mare.*\n.*far too large/);
  });

  it('is refused as a mail with nothing to read, and whole where one of its files is refused', async () => {
    const text = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('notes') };
    const two = [pdf(1), pdf(51)].map((bytes, index) => ({ name: `${index}.pdf`, type: 'application/pdf', bytes }));
    put('gol.eml', eml(text));
    put('doua.eml', eml(...two));
    await looks();
    expect(refused().filter((name) => name.endsWith('.eml'))).toEqual(['doua.eml', 'gol.eml']);
    expect(why('gol.eml')).toMatch(/niciun fișier.*\n.*no file/);
    expect(why('doua.eml')).toMatch(/^1\.pdf: .*peste 50 de pagini.*\n1\.pdf: .*51 pages/);
    expect(await documents()).toEqual([]);
  });

  it('of a mail is taken once, though the appliance stops between its invoices', async () => {
    const files = [pdf(1), pdf(2), pdf(3)].map((bytes, index) => ({
      name: `${index}.pdf`,
      type: 'application/pdf',
      bytes,
    }));
    put('mesaj.eml', eml(...files));
    await looks();
    expect(await documents()).toHaveLength(3);
    // As it stood before the last one was kept: the claim is there, and the first two are.
    const row = (await documents()).find(({ filename }) => filename === '2.pdf')!;
    await server.store.db.deleteFrom('documents').where('id', '=', row.id).execute();
    const mark = readFileSync(join(server.folder, 'watcher'), 'utf8');
    const claim = join(own, `.facturier-${mark}${row.id.slice('doc_'.length)}-mesaj.eml`);
    renameSync(join(own, 'preluate', month(), 'mesaj.eml'), claim);
    await looks();
    expect(await filenames()).toEqual(['0.pdf', '1.pdf', '2.pdf']);
    expect(taken()).toEqual(['mesaj.eml']);
  });

  it('takes no other file’s place, taken or refused', async () => {
    for (const bytes of [pdf(1), pdf(2), pdf(3)]) {
      put('scan.pdf', bytes);
      put('scan.doc', `of ${bytes.byteLength}`);
      await looks();
    }
    expect(taken()).toEqual(['scan (2).pdf', 'scan (3).pdf', 'scan.pdf']);
    expect(refused().filter((name) => name.endsWith('.doc'))).toEqual(['scan (2).doc', 'scan (3).doc', 'scan.doc']);
    expect(readFileSync(join(own, 'preluate', month(), 'scan (2).pdf'))).toEqual(pdf(2));
    expect(await documents()).toHaveLength(3);
  });

  it('keeps a name of 255 bytes, of any script and with marks of direction', async () => {
    const names = [
      `${'ș'.repeat(125)}a.pdf`,
      `\u202efdp.exe ${'ă'.repeat(118)}.pdf`,
      'e\u0301 \u2067חשבונית\u2069 1.pdf',
      `${'a'.repeat(251)}.doc`,
      '-rf *?"\n.pdf',
    ];
    expect(Buffer.byteLength(names[0]!)).toBe(255);
    for (const name of names) put(name, name.endsWith('.pdf') ? pdf() : 'notes');
    await looks();
    expect(left()).toEqual([]);
    expect(taken()).toEqual(names.filter((name) => name.endsWith('.pdf')).toSorted());
    expect(await filenames()).toEqual(names.filter((name) => name.endsWith('.pdf')).toSorted());
    expect(refused()).toEqual([`${'a'.repeat(247)}.doc`, `${'a'.repeat(247)}.doc.txt`]);
  });

  it('is left where it is when programs put it there for themselves, or it is no plain file', async () => {
    const ignored = ['.hidden.pdf', 'Thumbs.db', 'a.crdownload', 'b.pdf.part', 'c.tmp', '~$d.pdf'];
    for (const name of ignored) put(name, pdf());
    writeFileSync(join(folder.path, 'elsewhere.pdf'), pdf());
    symlinkSync(join(folder.path, 'elsewhere.pdf'), join(own, 'link.pdf'));
    mkdirSync(join(own, 'more'));
    await looks();
    expect(left()).toEqual([...ignored, 'link.pdf', 'more'].toSorted());
    expect(await documents()).toEqual([]);
  });

  it('of another company is that one’s when the folder is named by a whole VAT number, and nobody’s otherwise', async () => {
    for (const name of ['RO16702141', '2024', 'vechi']) {
      mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, name, 'a.pdf'), pdf());
    }
    await looks();
    // A look that was under way then may have listed the folders before they came, and it goes by name among them.
    await looks();
    expect(readdirSync(join(folder.path, 'RO16702141', 'preluate', month()))).toEqual(['a.pdf']);
    expect(readdirSync(join(folder.path, '2024'))).toEqual(['a.pdf']);
    const known = await companies.list(server.store.db, server.tenantId);
    // The one in use stays it.
    expect(known).toEqual([company, { vat: 'RO16702141', name: null }]);
  });
});

describe('when the folder', () => {
  it('goes away and comes back, nothing is taken twice and nothing is forgotten', async () => {
    put('a.pdf', pdf());
    await looks();
    const away = `${folder.path}-away`;
    renameSync(folder.path, away);
    // A mount point without its mount is an empty folder.
    mkdirSync(folder.path);
    for (let look = 0; look < 3; look++) {
      server.advance(3_000);
      server.wake();
      await delay(30);
    }
    expect(readdirSync(folder.path)).toEqual([]);
    rmSync(folder.path, { recursive: true });
    server.wake();
    renameSync(away, folder.path);
    put('b.pdf', pdf());
    await looks();
    expect(taken()).toEqual(['a.pdf', 'b.pdf']);
    expect(await filenames()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('has a claim that was cut off, it is ended: taken in once, whether it had been before or not', async () => {
    put('a.pdf', pdf());
    put('b.pdf', pdf());
    await looks();
    const [document] = await documents();
    const mark = readFileSync(join(server.folder, 'watcher'), 'utf8');
    const taking = join(own, 'preluate', month(), document!.filename);
    // As it was before it was set down, after the document was there.
    renameSync(taking, join(own, `.facturier-${mark}${document!.id.slice(4)}-${document!.filename}`));
    // And one that was claimed and no more.
    put(`.facturier-${mark}01jd0000000000000000000000-c.pdf`, pdf());
    const another = `.facturier-0123456701jd0000000000000000000001-d.pdf`;
    put(another, pdf());
    await looks();
    expect(await filenames()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(taken()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(left()).toEqual([another]);
  });

  it('is watched by two appliances, each file is taken by one of them', async () => {
    const other = await startTestServer({ watchedFolder: folder.path });
    try {
      const otherKey = await other.createKey('live');
      const names = Array.from({ length: 60 }, (_, index) => `${index}.pdf`).toSorted();
      for (const name of names) put(name, pdf());
      for (let look = 0; look < 1_000 && left().length > 0; look++) {
        for (const one of [server, other]) {
          one.advance(3_000);
          one.wake();
        }
        await delay(30);
      }
      const theirs = (await other.request('GET', '/v1/documents?limit=200', { key: otherKey })).json.data;
      const all = [...(await documents()), ...theirs].map(({ filename }) => filename).toSorted();
      expect(all).toEqual(names);
      expect(taken()).toEqual(names);
    } finally {
      await other.stop();
    }
  });
});

describe.skipIf(!canMount)('where the folder', () => {
  let disk: ReturnType<typeof mountDisk>;
  beforeEach(() => {
    disk = mountDisk(folder.path, '1m');
    mkdirSync(own);
  });
  afterEach(() => disk.unmount());

  const stands = (state: string): Promise<void> =>
    expect
      .poll(
        () => {
          server.advance(3_000);
          server.wake();
          return server.log();
        },
        { timeout: 10_000 },
      )
      .toContain(`"state":"${state}"`);

  it('may not be written to, everything stays, and is taken once it may', async () => {
    put('a.pdf', pdf());
    disk.allow('ro');
    await stands('read_only');
    expect(left()).toEqual(['a.pdf']);
    disk.allow('rw');
    await looks();
    expect(await filenames()).toEqual(['a.pdf']);
    expect(taken()).toEqual(['a.pdf']);
  });

  it('is full, what is refused waits for its sentence, and everything else is taken', async () => {
    put('a.pdf', pdf());
    put('note.doc', 'notes');
    const ballast = join(folder.path, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024))).toThrow(/ENOSPC/);
    await stands('full');
    rmSync(ballast);
    await looks();
    expect(taken()).toEqual(['a.pdf']);
    expect(refused()).toEqual(['note.doc', 'note.doc.txt']);
    expect(why('note.doc')).toMatch(/nu este PDF/);
  });
});
