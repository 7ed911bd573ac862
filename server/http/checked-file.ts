import type { Context } from '../context.ts';
import { type CheckedFile, checkFile } from '../intake/check-file.ts';
import type { ReceivedFile } from '../intake/received-file.ts';
import { stagedContent } from '../store/files.ts';
import type { Held } from './body-budget.ts';

/**
 * Format and pages of a file that a request brought.
 * @param from.sender whose turn it is to have pages counted
 * @param from.held takes the file while it is in memory
 * @throws IntakeRefusal as {@link checkFile}
 */
export function checkReceived(
  ctx: Context,
  { head, staged }: ReceivedFile,
  { sender, held }: { sender: { tenantId: string; keyId: string }; held: Held },
): Promise<CheckedFile> {
  return checkFile(head, async () => {
    const content = stagedContent(staged);
    const copied = content instanceof Uint8Array ? content.byteLength : 0;
    held.add(copied);
    const pages = await ctx.countPages(content, sender);
    held.give(copied);
    return pages;
  });
}
