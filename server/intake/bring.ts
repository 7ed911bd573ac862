import { shortened } from '../checks/file-name.ts';
import { detectEInvoiceType } from '../checks/file-type.ts';
import { isMail } from '../checks/mail-type.ts';
import type { Context } from '../context.ts';
import { bundleProblems } from '../contract/errors.ts';
import { maxFilenameBytes } from '../contract/limits.ts';
import { type Files, type SealedFile, stagedContent } from '../store/files.ts';
import type { CheckedFile } from './check-file.ts';
import { type Converts, convert } from './convert.ts';
import { type ReceivedFile, stageFile } from './received-file.ts';
import { IntakeRefusal } from './refusal.ts';

/** What looks into what a person brings, in a thread that can be ended. */
export type Brings = Converts & Pick<Context, 'openBundle'>;
type Bundle = Exclude<Awaited<ReturnType<Brings['openBundle']>>, string | null>;

/** A file that is ready to be taken in. */
export interface Brought {
  file: ReceivedFile;
  checked: CheckedFile;
  filename: string | null;
  /** Of the mail that it was attached to. */
  mail?: NonNullable<Bundle['origin']>;
}

/** What an attachment may be that is no invoice: it is left where it is. */
const noInvoice: readonly string[] = ['not_an_einvoice', 'unsupported_file_type'];

/**
 * Opens a mail or an archive.
 * @param file.head its first bytes
 * @param file.content gives the file away
 * @returns null for what is neither, and for an archive that is kept as it is
 * @throws IntakeRefusal unreadable_mail, no_attachments, too_many_attachments or unsafe_file
 */
export async function openBundle(
  ctx: Brings,
  { head, content }: { head: Uint8Array; content: () => Uint8Array | SealedFile },
): Promise<Bundle | null> {
  const isArchive = detectEInvoiceType(head) === 'application/zip';
  if (!isArchive && !isMail(head)) return null;
  const bundle = (await ctx.openBundle(content())) ?? (isArchive ? 'unsafe_file' : 'unreadable_mail');
  if (bundle === 'one_file') return null;
  if (typeof bundle === 'string') throw new IntakeRefusal(bundle, bundleProblems[bundle]);
  return bundle;
}

/** Whether an attachment was refused because it is no invoice. @param code why it was; null where it was not */
export function isNoInvoice(code: string | null): boolean {
  return code !== null && noInvoice.includes(code);
}

/**
 * What a person brings as the files that it becomes: of a mail what is attached, of an archive with several invoices each of
 * them, of anything else itself, each as {@link convert} gives it. All of it, or nothing: a mail of which a part was taken
 * would be brought again for the rest.
 * @param by.password of PDFs, where a person said it
 * @param by.check looks at each
 * @throws IntakeRefusal as {@link openBundle}, {@link convert} and `check`, with the name of the file inside; nothing of what was received stays then
 */
export async function bring(
  ctx: Brings,
  files: Files,
  received: ReceivedFile,
  by: { filename: string | null; password: string | null; check: (file: ReceivedFile) => Promise<CheckedFile> },
): Promise<Brought[]> {
  const staged = new Set([received]);
  const stage = async (bytes: Uint8Array): Promise<ReceivedFile> => {
    const file = await stageFile(files, [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
    staged.add(file);
    return file;
  };
  const discard = async (file: ReceivedFile): Promise<void> => {
    staged.delete(file);
    await files.discard(file.staged);
  };
  const ready = async (file: ReceivedFile): Promise<Pick<Brought, 'file' | 'checked'>> => {
    const converted = await convert(ctx, { head: file.head, content: () => stagedContent(file.staged) }, by.password);
    const kept = converted ? await stage(converted) : file;
    const checked = await by.check(kept);
    if (converted) await discard(file);
    return { file: kept, checked };
  };
  try {
    const bundle = await openBundle(ctx, { head: received.head, content: () => stagedContent(received.staged) });
    if (!bundle) return [{ ...(await ready(received)), filename: by.filename }];
    await discard(received);
    const brought: Brought[] = [];
    for (const { filename, bytes } of bundle.files) {
      const file = await stage(bytes);
      try {
        const name = filename && shortened(filename, maxFilenameBytes);
        const { origin } = bundle;
        brought.push({ ...(await ready(file)), filename: name, ...(origin && { mail: origin }) });
      } catch (error) {
        if (!(error instanceof IntakeRefusal)) throw error;
        if (!isNoInvoice(error.code)) throw new IntakeRefusal(error.code, error.message, filename);
        await discard(file);
      }
    }
    if (brought.length === 0) throw new IntakeRefusal('no_attachments', bundleProblems.no_attachments);
    return brought;
  } catch (error) {
    for (const file of staged) await files.discard(file.staged);
    throw error;
  }
}
