/** Which way imports go. The reasons stand in ARCHITECTURE.md under "Which way imports go". */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(server|main|renderer|test)/', pathNot: [from, ...allowed] },
});
const onlyIn = (name, library, places) => ({
  name,
  severity: 'error',
  from: { path: '^(server|main|renderer)/', pathNot: places },
  to: { path: library, dependencyTypesNot: ['type-only'] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:licences$' },
    },
    only('contract-is-pure', '^server/contract/', []),
    only('checks-are-pure', '^server/checks/', ['^server/contract/']),
    only('suppliers-are-pure', '^server/suppliers/', ['^server/(contract|checks)/']),
    only('engine-is-pure', '^server/engine/', ['^server/(contract|checks|suppliers)/', '^server/resources\\.ts$']),
    // The words of units and of VAT are the lexicon's, whoever asks.
    only('exports-are-pure', '^server/exports/', [
      '^server/(contract|checks)/',
      '^server/engine/(lexicon|totals/total-words|witnesses/units)',
      '^server/resources\\.ts$',
    ]),
    only('store-knows-the-contract', '^server/store/', [
      '^server/(contract|checks|suppliers)/',
      '^server/(clock|resources)\\.ts$',
    ]),
    only('webhooks-stand-on-the-store', '^server/webhooks/', [
      '^server/(contract|checks|store)/',
      '^server/(clock|handles|log|loop|config)\\.ts$',
    ]),
    only('reading-stands-on-engine-and-store', '^server/reading/', [
      '^server/(contract|checks|engine|store|suppliers)/',
      '^server/(clock|handles|log|loop|config|resources)\\.ts$',
    ]),
    only('intake-stands-on-the-store', '^server/intake/', [
      '^server/(contract|checks|store)/',
      '^server/(clock|context|loop)\\.ts$',
    ]),
    only('exporting-stands-on-exports-and-store', '^server/exporting/', [
      '^server/(contract|checks|store|exports)/',
      // How files are put down where others look is the same both ways.
      '^server/intake/folder/',
      '^server/(clock|context|loop)\\.ts$',
    ]),
    only('http-never-reaches-engine-or-threads', '^server/http/', [
      '^server/(contract|checks|store|suppliers|intake|exports|exporting|webhooks)/',
      '^server/(clock|handles|log|loop|config|context|resources)\\.ts$',
    ]),
    only('renderer-knows-the-contract', '^renderer/', ['^server/(contract|checks)/', '^main/ipc-map\\.ts$']),
    {
      name: 'main-starts-the-server-by-path',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^server/', dependencyTypesNot: ['type-only'] },
    },
    onlyIn('express-only-in-http', 'node_modules/(express|helmet|busboy)/', '^server/http/'),
    onlyIn(
      'sql-only-in-store',
      'node_modules/(kysely|better-sqlite3|pg|pg-connection-string|pgpass)/',
      '^server/store/',
    ),
    onlyIn('s3-only-in-bucket', 'node_modules/aws4fetch/', '^server/store/bucket'),
    onlyIn('keychain-only-in-store', 'node_modules/@napi-rs/keyring/', '^server/store/keychain'),
    onlyIn('electron-only-in-main', 'node_modules/electron/', '^main/'),
    onlyIn('pdfjs-only-in-pdf', 'node_modules/pdfjs-dist/', '^server/engine/open/pdf'),
    onlyIn(
      'pdf-lib-only-where-pdfs-are-written',
      'node_modules/@cantoo/pdf-lib/',
      '^server/engine/open/(pdf-(unlock|arrange)|picture-pdf)',
    ),
    onlyIn('mail-libraries-only-in-mail', 'node_modules/(postal-mime|@kenjiuno/msgreader)/', '^server/engine/bundle/'),
    onlyIn(
      'onnxruntime-only-in-the-second-reader',
      'node_modules/onnxruntime-',
      '^server/engine/recognise/second-reader',
    ),
    onlyIn('tesseract-only-in-ocr', 'node_modules/tesseract\\.js/', '^server/engine/recognise/ocr'),
    onlyIn('zxing-only-in-codes', 'node_modules/zxing-wasm/', '^server/engine/open/codes'),
    // Node aborts when a thread is ended while it makes an inflater, and the engine runs in threads that are ended.
    {
      name: 'no-zlib-in-threads',
      severity: 'error',
      from: { path: '^server/engine/' },
      to: { path: '^(node:)?zlib$' },
    },
    {
      name: 'threads-only-in-reading',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/reading/reader-' },
      to: { path: '^(node:)?worker_threads$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
