import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFile } from '../../server/engine/open/open-file.ts';
import { packOpened, unpackOpened } from '../../server/engine/open/opened-file.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { packageRoot } from '../../server/resources.ts';

/** Where opened pages wait for the next run; git ignores it. */
const cacheFolder = join(packageRoot, 'score', 'pages');

/**
 * Opening is slow and changes seldom: its result is kept by the hash of the file and of the code that opens it. Where
 * it depends on what was decided, it is not kept.
 */
export async function openCached(
  bytes: Uint8Array,
  codeHash: string,
  isEnough: (opened: OpenedFile) => boolean,
): Promise<OpenedFile> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}-${codeHash}.opened`;
  const cached = join(cacheFolder, name);
  if (existsSync(cached)) return unpackOpened(readFileSync(cached));
  let asked = false;
  const opened = await openFile(bytes, {
    isEnough(part) {
      asked = true;
      return isEnough(part);
    },
  });
  const packed = asked ? null : packOpened(opened);
  if (packed) {
    mkdirSync(cacheFolder, { recursive: true });
    writeFileSync(cached, packed);
  }
  return opened;
}

/**
 * Hash of the code that turns bytes into pages. `picture` covers OCR as well, which a text layer never reaches. The
 * lexicon, whose words show a scan's language, is left out: it changes often and the language hardly ever with it.
 */
export function openingCodeHash(picture: boolean): string {
  const hash = createHash('sha256');
  for (const part of picture ? ['open', 'picture', 'recognise'] : ['open']) {
    const folder = join(packageRoot, 'server', 'engine', part);
    for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 12);
}
