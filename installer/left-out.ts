import { basename } from 'node:path';

/** What packages carry for those who develop or compile them. */
const forDevelopers =
  /(^|\/)(tests?|__tests__|docs?|examples?|benchmarks?|coverage|\.[^/]+)(\/|$)|(^|\/)(tsconfig[^/]*\.json|[^/]*\.config\.[cm]?js|karma\.conf\.js|[^/]*\.gypi?)$|\.(map|md|markdown|d\.[mc]?ts|ts|flow|c|cc|cpp|h)$/i;
const licence = /^(licen[cs]e|notice|copying)/i;

/**
 * What larger packages carry for other programs than this one: models of another quality, builds for browsers, engines of
 * other kinds, sources of what is compiled already. A third of what ships otherwise.
 */
const forOthers: [packageName: RegExp, inside: RegExp][] = [
  [/^@tesseract\.js-data\//, /^4\.0\.0(\/|$)/],
  // Only the neural engine is used, from the file and not from the script that has it inside.
  [/^tesseract\.js-core$/, /^(index|tesseract-core(-relaxedsimd|-simd)?)\.(js|wasm)$|\.wasm\.js$/],
  [/^tesseract\.js$/, /^(dist|scripts)(\/|$)/],
  [/^better-sqlite3$/, new RegExp(`^(deps|src)(/|$)|^prebuilds/(?!${process.platform}-${process.arch}\\.node$)`)],
  [/^@cantoo\/pdf-lib$/, /^(src|cjs|ts3\.4)(\/|$)|^dist\/[^/]+\.js$/],
  [/^pdfjs-dist$/, /^(build|web|image_decoders|legacy\/(web|image_decoders))(\/|$)|\.min\.mjs$|sandbox|webpack\.mjs$/],
  [/^onnxruntime-web$/, /^lib(\/|$)|^dist\/(?!(ort\.node\.min\.mjs|ort-wasm-simd-threaded\.(mjs|wasm))$)/],
  [/^zxing-wasm$/, /^dist\/(cjs|full|iife|miniprogram|writer|es\/(full|writer))(\/|$)/],
];

/**
 * Packages that are only named by these, for parts of them that are never loaded: compiling, the engine's own workers,
 * which would fetch models from the network, and running networks on a graphics card.
 */
const neverLoaded: Record<string, RegExp> = {
  'better-sqlite3': /^node-addon-api$/,
  'onnxruntime-web': /^(?!onnxruntime-common$)/,
  'tesseract.js': /^(?!tesseract\.js-core$|wasm-feature-detect$)/,
  'zxing-wasm': /^@types\//,
};

/** Whether a package is not shipped although `needing` says that it needs it. */
export function isNeverLoaded(name: string, needing: string): boolean {
  return neverLoaded[needing]?.test(name) ?? false;
}

/** The file in which a package states its licence, or a part of one. */
export function isLicence(path: string): boolean {
  return licence.test(basename(path));
}

/** @param inside path of a file or folder in the package, with slashes */
export function isLeftOut(packageName: string, inside: string): boolean {
  if (forOthers.some(([name, path]) => name.test(packageName) && path.test(inside))) return true;
  return !isLicence(inside) && forDevelopers.test(inside);
}
