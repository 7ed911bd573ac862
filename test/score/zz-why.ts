import { readFileSync, readdirSync } from 'node:fs';
import { join, basename } from 'node:path';
const R = process.env.ROOT ?? '/work/main';
const { decideWithReasons } = await import(R + '/server/engine/decide/decide.ts');
const { saysAll } = await import(R + '/server/engine/read-invoice.ts');
const { openCached, openingCodeHash } = await import(R + '/test/score/open-cached.ts');
const { buyerVatOf } = await import(R + '/test/score/read-corpus.ts');
const { corpusRows } = await import(R + '/test/score/corpus-index.ts');
const { titleLines, isInvoiceKind, tableCells } = await import(R + '/server/engine/candidates/title-lines.ts');
const { pageKinds, isBooked } = await import(R + '/server/engine/page-kinds.ts');
const { chooseParties } = await import(R + '/server/engine/parties/choose-parties.ts');
const { titledSheet, leavesDraft, isUnexplained, isRivalTitle } = await import(R + '/server/engine/rival-titles.ts');
const { deniesPage, wholeSentence } = await import(R + '/server/engine/taken-back.ts');
const { companyNameEnd, nameKey } = await import(R + '/server/engine/parties/company-name.ts');
const [corpus, only] = process.argv.slice(2);
const hash = openingCodeHash(false);
let proven = 0, all = 0; const tally: Record<string, number> = {};
for (const row of corpusRows(corpus)) {
  if (row.kind !== 'digital' || (only && !row.file.includes(only))) continue;
  all++;
  const context = { buyer: { vat: buyerVatOf(corpus, row), name: null }, today: '2027-01-01' };
  const opened = await openCached(readFileSync(join(corpus, row.file)), hash, (p: any) => saysAll(p, context));
  const { facts, extraction } = decideWithReasons(opened, context.buyer, context.today) as any;
  const open = Object.values(extraction.fields).filter((f: any) => f.evidence.includes('no_invoice')).length;
  const high = Object.values(extraction.fields).filter((f: any) => f.confidence === 'high').length;
  if (!open) { proven++; console.log('PROVEN', basename(row.file), 'high', high, extraction.quality ?? ''); continue; }
  const kinds = pageKinds(facts);
  const parties = chooseParties(facts);
  const found = [parties.vendor.name, parties.customer.name].filter(Boolean) as any[];
  const keysOf = (n: any[]) => n.map(({ value }) => nameKey(value)).filter((k: string) => k.length > 2);
  const names = { all: keysOf(found), sure: keysOf(found.filter(({ value, evidence }) => companyNameEnd(value) !== null || evidence.includes('labelled') || evidence.includes('seen_twice'))) };
  const titles = titleLines(facts.document).filter(({ kind }: any) => isInvoiceKind(kind));
  const reasons: string[] = [];
  let booked = 0;
  facts.document.pages.forEach(({ page, rows }: any, at: number) => {
    if (!isBooked(kinds[at]!.kind)) return;
    booked++;
    const { said } = kinds[at]!;
    const lines = rows.flat();
    if (!said) { reasons.push('nothing said'); return; }
    const sheet = titledSheet(facts, at, titles, parties, names);
    if (page.struckOut) reasons.push('struck out');
    if (page.slanted) reasons.push('slanted: ' + page.slanted);
    if (page.aside?.length) reasons.push('aside: ' + page.aside.join(' / '));
    if (['invoice', 'credit_note'].every((t) => sheet.shown.some(({ kind }: any) => kind === t))) reasons.push('both titles');
    if (sheet.own.length === 0 && sheet.titles.some(({ line }: any) => line === said.line)) reasons.push('no own title: ' + said.line?.text);
    for (const line of lines) {
      if (deniesPage(line, rows)) reasons.push('denies: ' + line.text);
      if (leavesDraft(sheet, line)) reasons.push('draft: ' + line.text);
      if (isUnexplained(sheet, line)) reasons.push('unexplained: ' + wholeSentence(line, rows, 12));
      if (isRivalTitle(sheet, line, said.line)) reasons.push('rival: ' + line.text);
    }
  });
  if (!booked) reasons.push('no booked page');
  tally[String(Math.min(reasons.length, 5))] = (tally[String(Math.min(reasons.length, 5))] ?? 0) + 1;
  console.log(basename(row.file), reasons.length, '|', reasons.map((r) => r.slice(0, 1600)).join(' || '));
}
console.log({ all, proven, tally });
