import { join } from 'node:path';
import { localDate } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { maxFileBytes } from '../../contract/limits.ts';
import type { Company } from '../../contract/window.ts';
import { wasThere } from '../../store/documents.ts';
import { IntakeRefusal } from '../refusal.ts';
import { documentOf, type Keeps, keepFile, newClaim } from './keep-file.ts';
import { claimName, claimOf } from './names.ts';
import { type Claimed, putBack, setDownRefused, setDownTaken } from './set-down.ts';
import { type Look, problems, type Settling } from './settling.ts';
import { isDenied, type Share } from './share.ts';
import { outOfRoom, Standstill } from './standstill.ts';
import { isOfTheFile, whyRefused } from './why-refused.ts';

/** A file that is written by a program that stops in between is the same in two looks, but not for so long. */
const sameForMs = 3_000;
/** A file that cannot be renamed for so long is not open somewhere: nothing can be renamed in its folder. */
const openForMs = 60_000;
/** A file that does not change and is not whole is refused after so long. */
const giveUpAfterMs = 10 * 60_000;

/** Takes one file of a company's folder; says whether nothing is left to do with it. */
export type TakesFile = (company: Company, folder: string, name: string) => Promise<boolean>;

/**
 * Takes files as one's own by renaming them, makes documents of them, and sets them down where a person finds them.
 * @param at.owner names this appliance in the claims
 */
export function takesFiles(
  ctx: Keeps & Pick<Context, 'clock'>,
  at: { tenantId: string; owner: string },
  share: Share,
  settling: Settling,
): TakesFile {
  const { store, clock } = ctx;
  const { tenantId, owner } = at;
  return take;

  async function take(company: Company, folder: string, name: string): Promise<boolean> {
    const found = join(folder, name);
    const look = await share.look(found);
    if (!look) return true;
    const sameFor = settling.sameFor(found, look);
    if (sameFor < sameForMs) return false;
    const problem = await settling.problemOf(found, look.size);
    if (problem && sameFor < giveUpAfterMs) return false;

    const file = await claimed(folder, name);
    if (!file && sameFor >= openForMs) throw new Standstill('read_only');
    if (!file) return false;
    if (file.name !== name && (await wasThere(store.db, documentOf(file)))) {
      await setDownTaken(share, folder, file, thisMonth());
      return true;
    }
    if (problem) {
      await setDownRefused(share, folder, file, whyRefused(problem, problems[problem]));
      return true;
    }
    return takeClaimed(company, folder, file, look);
  }

  async function takeClaimed(company: Company, folder: string, file: Claimed, look: Look): Promise<boolean> {
    const pieces = await share.read(file.path, maxFileBytes);
    const after = await share.look(file.path);
    if (after?.size !== look.size || after.mtimeMs !== look.mtimeMs) return false;
    try {
      await keepFile(ctx, tenantId, company, file, pieces);
    } catch (error) {
      if (error instanceof IntakeRefusal && isOfTheFile(error.code)) {
        await setDownRefused(share, folder, file, whyRefused(error.code, error.message, error.inside));
        return true;
      }
      const stop = outOfRoom(error);
      if (!stop) throw error;
      await putBack(share, folder, file);
      throw new Standstill(stop);
    }
    await setDownTaken(share, folder, file, thisMonth());
    return true;
  }

  /** The file as this appliance's own; null where it may not be renamed. */
  async function claimed(folder: string, name: string): Promise<Claimed | null> {
    const claim = claimOf(name);
    if (claim) return { ...claim, path: join(folder, name) };
    const id = newClaim(clock.now());
    const claimedPath = join(folder, claimName({ owner, id, name }));
    try {
      await share.rename(join(folder, name), claimedPath);
    } catch (error) {
      // On Windows and on shares a file that somebody has open, another appliance perhaps, cannot be renamed.
      if (isDenied(error)) return null;
      throw error;
    }
    return { path: claimedPath, name, id };
  }

  function thisMonth(): string {
    return localDate(clock.now()).slice(0, 'YYYY-MM'.length);
  }
}
