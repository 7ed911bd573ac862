import type { Context } from '../context.ts';
import { type CheckedFile, checkFile } from '../intake/check-file.ts';
import type { ReceivedFile } from '../intake/received-file.ts';
import { type SealedFile, stagedContent } from '../store/files.ts';
import type { Held } from './body-budget.ts';

/**
 * Format and pages of a file that a request brought.
 * @param from.sender whose turn it is to have pages counted
 * @param from.held takes the file while it is in memory
 * @param from.eInvoices whether e-invoices are taken too
 * @throws IntakeRefusal as {@link checkFile}
 */
export function checkReceived(
  ctx: Context,
  { head, staged }: ReceivedFile,
  { sender, held, eInvoices }: { sender: { tenantId: string; keyId: string }; held: Held; eInvoices: boolean },
): Promise<CheckedFile> {
  const inside =
    <T>(look: (content: Uint8Array | SealedFile, from: typeof sender) => Promise<T>) =>
    async (): Promise<T> => {
      const content = stagedContent(staged);
      const copied = content instanceof Uint8Array ? content.byteLength : 0;
      held.add(copied);
      const said = await look(content, sender);
      held.give(copied);
      return said;
    };
  return checkFile(head, {
    countPages: inside(ctx.countPages),
    unpackEInvoice: eInvoices ? inside(ctx.unpackEInvoice) : null,
  });
}
