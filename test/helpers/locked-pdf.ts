import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureQpdf } from './prerequisites.ts';

/** What qpdf calls each way in which programs lock PDFs (ISO 32000-2, 7.6), the oldest first. */
const ways = {
  'rc4-40': ['40'],
  'rc4-128': ['128', '--use-aes=n'],
  'aes-128': ['128', '--use-aes=y'],
  'aes-256': ['256'],
} as const;
export type Lock = keyof typeof ways;
export const locks = Object.keys(ways) as Lock[];

/** The PDF locked by a reader's password; its owner's is `owner`. */
export function lockedPdf(pdf: Uint8Array, lock: Lock, password: string): Buffer {
  ensureQpdf();
  const folder = mkdtempSync(join(tmpdir(), 'facturier-locked-'));
  const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')];
  try {
    writeFileSync(plain, pdf);
    const [bits, ...more] = ways[lock];
    const encrypt = ['--allow-weak-crypto', '--password-mode=unicode', '--encrypt', password, 'owner', bits];
    // It warns of what it mends in the PDF, and of old ways.
    execFileSync('qpdf', ['--warning-exit-0', ...encrypt, ...more, '--', plain, locked], { stdio: 'ignore' });
    return readFileSync(locked);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
