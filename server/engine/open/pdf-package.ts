import { fileURLToPath } from 'node:url';

/** pdfjs' own data: fonts that PDFs may leave out, character maps, decoders, colour profiles. With a slash at its end. */
export const packageFolder = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
