import {
  address,
  boxes,
  colons,
  customerBlock,
  headed,
  type Look,
  lines,
  notes,
  payment,
  rows,
  type Sheet,
  vendorBlock,
} from '../sheet.ts';

const foot = (sheet: Sheet, style = 'border-top:.3mm solid #999;margin-top:8mm'): string =>
  `<div class="small" style="${style}">${notes(sheet, 'foot')}</div>`;
const end = (sheet: Sheet): string => `${notes(sheet, 'underSums')}<p>${sheet.terms}</p>`;
const toTheRight = 'style="margin-left:auto"';

const letter: Look = (s) => ({
  css: 'th{border-bottom:.3mm solid #000}',
  body: `<div style="text-align:right">${vendorBlock(s)}</div><div style="margin:8mm 0">${customerBlock(s)}</div>
<div style="margin-left:105mm">${rows(s.meta)}</div><h2>${s.title}</h2>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}
${rows(s.sums, toTheRight)}${end(s)}<p>${payment(s)}</p>${foot(s)}`,
});

const twoColumns: Look = (s) => ({
  css: 'th{background:#eee}',
  body: `<div class="flex"><div>${vendorBlock(s)}</div><div><h1>${s.title}</h1>${colons(s.meta)}${notes(s, 'head')}</div></div>
<div style="margin:6mm 0">${customerBlock(s)}</div>${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, toTheRight)}${end(s)}
<div style="border:.3mm solid #ccc;padding:2mm">${payment(s)}</div>${foot(s)}`,
});

const boxed: Look = (s) => ({
  css: '.b{border:.3mm solid #000;padding:1.5mm;flex:1}table.wide td,table.wide th{border:.3mm solid #000}',
  body: `<h2 style="text-align:center">${s.title}</h2><div class="flex" style="gap:0"><div class="b">${vendorBlock(s)}</div><div class="b">${customerBlock(s)}</div></div>
<div class="flex" style="gap:0">${boxes(s.meta, 'border:.3mm solid #000;padding:1mm;flex:1')}</div>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}
<div class="flex"><div class="b">${payment(s)}</div><div class="b">${rows(s.sums, 'class="wide"')}</div></div>${end(s)}${foot(s)}`,
});

const formWithTitleBox: Look = (s) => ({
  css: 'table.wide td,table.wide th{border:.2mm solid #333;font-size:8.5pt}',
  body: `<div class="flex"><div style="width:62mm">${vendorBlock(s)}<div class="small">${payment(s)}</div></div>
<div style="text-align:center"><h2>${s.title.toUpperCase()}</h2><div style="border:.3mm solid #000;padding:2mm">${colons(s.meta)}</div></div>
<div style="width:62mm">${customerBlock(s)}</div></div>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}
${rows(s.sums, 'style="margin-left:auto;border:.3mm solid #333"')}${end(s)}${foot(s)}`,
});

const narrow: Look = (s) => ({
  css: '@page{size:105mm 297mm;margin:5mm}body{font-size:7pt}h3{text-align:center}hr{border:0;border-top:.3mm dashed #000}',
  body: `<div style="text-align:center">${vendorBlock(s)}</div><hr><h3>${s.title}</h3>${rows(s.meta, 'class="wide"')}${notes(s, 'head')}<hr>
${customerBlock(s)}<hr>${notes(s, 'beforeLines')}${lines(s)}<hr>${rows(s.sums, 'class="wide"')}<hr>${end(s)}${payment(s)}${foot(s)}`,
});

const sideBar: Look = (s) => ({
  css: '.side{background:#1d3a5f;color:#fff;width:52mm;padding:5mm;min-height:250mm}.main{flex:1}th{color:#1d3a5f;border-bottom:.6mm solid #1d3a5f}',
  body: `<div class="flex"><div class="side"><h2>${s.title}</h2>${vendorBlock(s)}<br><br>${colons(s.payment)}</div><div class="main">
${rows(s.meta)}<div style="margin:6mm 0">${customerBlock(s)}</div>${notes(s, 'head')}${notes(s, 'beforeLines')}<div style="font-size:7.5pt">${lines(s)}</div>
${rows(s.sums, toTheRight)}${end(s)}${notes(s, 'payment')}${foot(s)}</div></div>`,
});

const ruled: Look = (s) => ({
  css: 'table.wide td,table.wide th{border-bottom:.2mm solid #666}',
  body: `<h1>${s.vendor.name}</h1><div>${vendorBlock(s)}</div><div class="flex" style="margin-top:5mm"><div>${customerBlock(s)}</div><div><h2>${s.title}</h2></div></div>
${headed(s.meta, 'class="wide"')}${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, toTheRight)}${end(s)}
${headed(s.payment, 'class="wide"')}${notes(s, 'payment')}${foot(s)}`,
});

const unruled: Look = (s) => ({
  css: 'body{font-family:"DejaVu Serif",serif}',
  body: `<div style="text-align:center">${vendorBlock(s)}</div><h2>${s.title}</h2><div class="flex"><div>${colons(s.meta)}</div><div>${customerBlock(s)}</div></div>
${notes(s, 'head')}${notes(s, 'beforeLines')}<br>${lines(s)}<br>${rows(s.sums, toTheRight)}${end(s)}${payment(s)}${foot(s)}`,
});

const withSlip: Look = (s) => ({
  css: 'table.wide th{background:#222;color:#fff}',
  body: `<div class="flex"><div>${customerBlock(s)}</div><div style="text-align:right">${vendorBlock(s)}</div></div><h2>${s.title}</h2>
<div class="flex"><div>${rows(s.meta)}</div><div>${notes(s, 'head')}</div></div>${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, toTheRight)}${end(s)}${foot(s)}
<div style="border-top:.4mm dashed #000;margin-top:14mm;padding-top:3mm" class="flex"><div>${address(s.vendor)}</div><div>${payment(s)}</div></div>`,
});

const vendorInFoot: Look = (s) => ({
  css: 'th{border-bottom:.3mm solid #000;border-top:.3mm solid #000}.foot{position:absolute;top:245mm;left:0;right:0;font-size:6.5pt;border-top:.3mm solid #000}',
  body: `<h1 style="color:#735">${s.vendor.name.split(' ').slice(0, 2).join(' ')}</h1><div style="margin-top:14mm">${customerBlock(s)}</div>
<div style="margin-left:110mm">${colons(s.meta)}</div><h2>${s.title}</h2>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, toTheRight)}${end(s)}
${notes(s, 'payment')}<div class="foot flex"><div>${address(s.vendor)}</div><div>${colons([...s.vendor.contact, s.vendor.vat])}${notes(s, 'vendor')}</div><div>${colons(s.payment)}</div><div style="width:45mm">${notes(s, 'foot')}</div></div>`,
});

const landscape: Look = (s) => ({
  css: '@page{size:A4 landscape;margin:12mm}table.wide td,table.wide th{border:.2mm solid #aaa}',
  body: `<div class="flex"><div>${vendorBlock(s)}</div><div>${customerBlock(s)}</div><div><h2>${s.title}</h2>${rows(s.meta)}</div></div>
${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}<div class="flex"><div>${end(s)}${payment(s)}</div><div>${rows(s.sums)}</div></div>${foot(s)}`,
});

const denseBill: Look = (s) => ({
  css: 'body{font-size:7.5pt}.box{background:#eef;padding:2mm}.left{width:62mm}',
  body: `<div class="flex"><div class="left"><b style="font-size:14pt">${s.vendor.name}</b><div class="box">${rows(s.meta)}</div><div class="box">${rows(s.sums, 'class="wide"')}</div>
<p>${payment(s)}</p></div><div style="flex:1"><div style="margin:10mm 0">${customerBlock(s)}</div><h3>${s.title}</h3>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${end(s)}
<p>${vendorBlock(s)}</p></div></div>${foot(s)}`,
});

/** How the pages of the open half are arranged. */
export const looks: Readonly<Record<string, Look>> = {
  letter,
  twoColumns,
  boxed,
  formWithTitleBox,
  narrow,
  sideBar,
  ruled,
  unruled,
  withSlip,
  vendorInFoot,
  landscape,
  denseBill,
};
