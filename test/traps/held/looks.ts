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

const foot = (sheet: Sheet): string =>
  `<div style="margin-top:6mm;font-size:6.5pt;color:#444">${notes(sheet, 'foot')}</div>`;
const dots = (list: Sheet['meta']): string =>
  list.map(({ label, value }) => `<div>${label} ........ ${value}</div>`).join('');
const inOneLine = (list: Sheet['meta']): string =>
  list.map(({ label, value }) => `${label} <b>${value}</b>`).join(' &nbsp;·&nbsp; ');

const centred: Look = (s) => ({
  css: 'body{font-family:"DejaVu Serif",serif}th{border-bottom:.5mm double #000}',
  body: `<div style="text-align:center"><h1 style="letter-spacing:1mm">${s.vendor.name}</h1><div class="small">${[s.vendor.street, s.vendor.city, ...[s.vendor.vat, ...s.vendor.contact].map(({ label, value }) => `${label} ${value}`)].join(' · ')}</div>${notes(s, 'vendor')}</div>
<hr><h3>${s.title}</h3>${notes(s, 'head')}<p>${inOneLine(s.meta)}</p><div>${customerBlock(s)}</div>${notes(s, 'beforeLines')}<br>${lines(s)}
<div style="margin-left:90mm">${rows(s.sums, 'class="wide"')}</div><p>${s.terms}</p>${notes(s, 'underSums')}${payment(s)}${foot(s)}`,
});

const darkBand: Look = (s) => ({
  css: '.band{background:#303030;color:#fff;padding:4mm}.zebra tbody tr:nth-child(odd){background:#f1f1f1}',
  body: `<div class="band flex"><div><b style="font-size:15pt">${s.title}</b></div><div>${inOneLine(s.meta.slice(0, 2))}</div></div>
<div class="flex" style="margin-top:5mm"><div>${customerBlock(s)}</div><div>${rows(s.meta.slice(2))}</div><div style="text-align:right">${vendorBlock(s)}</div></div>
${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s, 'class="wide zebra"')}<div class="flex"><div style="width:90mm"><p>${s.terms}</p>${notes(s, 'underSums')}</div><div>${rows(s.sums)}</div></div>
<hr>${payment(s)}${foot(s)}`,
});

const grid: Look = (s) => ({
  css: '.g{display:grid;grid-template-columns:repeat(3,1fr);border-left:.2mm solid #000;border-top:.2mm solid #000}.g>div{border-right:.2mm solid #000;border-bottom:.2mm solid #000;padding:1mm}',
  body: `<div class="g"><div>${vendorBlock(s)}</div><div>${customerBlock(s)}</div><div><h3>${s.title}</h3>${notes(s, 'head')}</div>${boxes(s.meta, '')}</div>
${notes(s, 'beforeLines')}<br>${lines(s)}<div class="g" style="margin-top:4mm">${boxes(s.sums, '')}</div><p>${s.terms}</p>${notes(s, 'underSums')}<div class="g">${boxes(s.payment, '')}</div>${notes(s, 'payment')}${foot(s)}`,
});

const smallSheet: Look = (s) => ({
  css: '@page{size:A5;margin:9mm}body{font-size:7.2pt}th{border-top:.2mm solid #000;border-bottom:.2mm solid #000}',
  body: `<div class="flex"><div>${vendorBlock(s)}</div><div>${customerBlock(s)}</div></div><h3>${s.title}</h3>${dots(s.meta)}${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}
<div style="text-align:right">${colons(s.sums)}</div><p>${s.terms}</p>${notes(s, 'underSums')}${payment(s)}${foot(s)}`,
});

const matrix: Look = (s) => ({
  css: 'body{font-family:"DejaVu Sans Mono",monospace;font-size:8pt}.l{border-top:.2mm dashed #000;border-bottom:.2mm dashed #000;margin:2mm 0}',
  body: `<div>${vendorBlock(s)}</div><div style="margin-left:85mm">${customerBlock(s)}</div><p><b>${s.title.toUpperCase()}</b></p>${dots(s.meta)}${notes(s, 'head')}${notes(s, 'beforeLines')}
<div class="l">${lines(s)}</div><div style="margin-left:75mm">${dots(s.sums)}</div><p>${s.terms}</p>${notes(s, 'underSums')}${payment(s)}${foot(s)}`,
});

const payFirst: Look = (s) => ({
  css: '.p{border:.5mm solid #060;padding:3mm}table.wide th{color:#060}',
  body: `<div class="flex"><div>${vendorBlock(s)}</div><div class="p">${rows(s.sums.slice(-1))}${payment(s)}</div></div><h2>${s.title}</h2>${headed(s.meta, 'class="wide"')}
${customerBlock(s)}${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, 'style="margin-left:auto"')}<p>${s.terms}</p>${notes(s, 'underSums')}${foot(s)}`,
});

const sumsToTheLeft: Look = (s) => ({
  css: 'th{background:#dde8f3}.c{column-count:2;border-top:.2mm solid #888}',
  body: `<div class="flex"><h1>${s.title}</h1><div>${address(s.vendor)}</div></div><div class="flex"><div>${customerBlock(s)}</div><div>${colons(s.meta)}</div></div>
${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums)}<p>${s.terms}</p>${notes(s, 'underSums')}<div class="c">${colons([s.vendor.vat, ...s.vendor.contact])}${notes(s, 'vendor')}${payment(s)}</div>${foot(s)}`,
});

const cards: Look = (s) => ({
  css: '.k{border-radius:3mm;background:#f4f4f8;padding:3mm;margin-bottom:3mm}',
  body: `<h2>${s.title}</h2><div class="flex"><div class="k">${vendorBlock(s)}</div><div class="k">${customerBlock(s)}</div><div class="k">${boxes(s.meta, '')}</div></div>
${notes(s, 'head')}${notes(s, 'beforeLines')}<div class="k">${lines(s)}</div><div class="flex"><div class="k">${payment(s)}</div><div class="k">${rows(s.sums)}</div></div><p>${s.terms}</p>${notes(s, 'underSums')}${foot(s)}`,
});

const referenceLine: Look = (s) => ({
  css: 'th{font-weight:normal;border-bottom:.2mm solid #000}h2{font-weight:normal}',
  body: `<div class="small" style="text-decoration:underline">${address(s.vendor, ', ')}</div><div style="margin:4mm 0 12mm">${customerBlock(s)}</div>${headed(s.meta, 'class="wide small"')}
<h2>${s.title}</h2>${notes(s, 'head')}${notes(s, 'beforeLines')}${lines(s)}${rows(s.sums, 'style="margin-left:auto"')}<p>${s.terms}</p>${notes(s, 'underSums')}
<table class="wide small" style="margin-top:20mm"><tr><td>${vendorBlock(s)}<td>${payment(s)}<td>${notes(s, 'foot')}</tr></table>`,
});

const customerToTheRight: Look = (s) => ({
  css: 'table.wide td{border-left:.2mm solid #999;border-right:.2mm solid #999}table.wide{border:.2mm solid #999}',
  body: `<div class="flex"><div>${vendorBlock(s)}</div><div style="border:.2mm solid #999;padding:3mm;width:80mm">${customerBlock(s)}</div></div>
<div class="flex" style="margin:4mm 0"><b>${s.title}</b>${s.meta.map(({ label, value }) => `<div>${label}<br>${value}</div>`).join('')}</div>${notes(s, 'head')}${notes(s, 'beforeLines')}
${lines(s)}${headed(s.sums, 'style="margin-left:auto"')}<p>${s.terms}</p>${notes(s, 'underSums')}${payment(s)}${foot(s)}`,
});

const wideSheet: Look = (s) => ({
  css: '@page{size:A4 landscape;margin:10mm}.col{width:64mm}',
  body: `<div class="flex"><div class="col"><h2>${s.title}</h2>${rows(s.meta)}<br>${vendorBlock(s)}<br>${payment(s)}</div><div style="flex:1">${customerBlock(s)}${notes(s, 'head')}${notes(s, 'beforeLines')}
${lines(s)}${rows(s.sums, 'style="margin-left:auto"')}<p>${s.terms}</p>${notes(s, 'underSums')}${foot(s)}</div></div>`,
});

/** How the pages of the held half are arranged. */
export const looks: Readonly<Record<string, Look>> = {
  centred,
  darkBand,
  grid,
  smallSheet,
  matrix,
  payFirst,
  sumsToTheLeft,
  cards,
  referenceLine,
  customerToTheRight,
  wideSheet,
};
