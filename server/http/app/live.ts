import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import type { WindowEvent } from '../../contract/window.ts';
import { startLoop } from '../../loop.ts';
import * as acts from '../../store/acts.ts';
import type { DocumentList } from '../../store/document-list.ts';
import { get } from '../../store/documents.ts';
import { changedSince, inboxRow } from '../../store/inbox.ts';
import { draftsSince } from '../../store/reviews.ts';
import { scopeOf, sessionBehind } from './session.ts';

const lookEveryMs = 400;
/** What a transaction wrote becomes visible a little after the time written in it. */
const overlapMs = 3_000;
/** Something is said this often, so that neither end takes a silent line for a dead one. */
const beatEveryMs = 15_000;

/**
 * GET /app/events: server-sent events of what happens to the documents. The database is asked, not this process, for
 * any process may be the one that reads, reviews or deletes. Whoever listens will search: the documents are opened ahead.
 */
export function live(ctx: Context, list: DocumentList): RequestHandler {
  const { store, clock, log, stopping } = ctx;
  return (req, res) => {
    const scope = scopeOf(res);
    res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const say = (event: WindowEvent): void => void res.write(`data: ${JSON.stringify(event)}\n\n`);

    let since = clock.now() - overlapMs;
    let told = new Map<string, string>();
    let actsTold = new Set<string>();
    let draftsTold = new Map<string, string>();
    const pagesTold = new Map<string, number>();
    let watchedTold = JSON.stringify(ctx.watchedFolder(scope.tenantId));
    let exportingTold = JSON.stringify(ctx.exportFolder(scope.tenantId));
    let first = true;
    let beat: ReturnType<typeof setInterval> | undefined;
    const keep = (): void => {
      list.keep(scope.tenantId).catch((error: unknown) => {
        if (!stopping.aborted) log.error({ err: error }, 'The documents were not opened ahead');
      });
    };
    const loop = startLoop('live updates', lookEveryMs, log, async () => {
      if (!(await sessionBehind(ctx, req))) {
        end();
        return false;
      }
      const now = clock.now();
      const changes = await changedSince(store.db, scope.tenantId, since);
      const done = await acts.since(store.db, scope.tenantId, since);
      const changed = new Set(done.flatMap((act) => (actsTold.has(act.id) ? [] : [act.documentId])));
      actsTold = new Set(done.map(({ id }) => id));
      for (const { id, mark, deleted } of changes) {
        if (told.get(id) === mark) continue;
        if (!deleted) changed.add(id);
        else if (!first) say({ type: 'deleted', id });
      }
      // What was there when the window came is in the lists that it asks for itself.
      for (const id of first ? [] : changed) {
        const row = await get(store.db, scope, id);
        if (row) say({ type: 'document', row: inboxRow(store.vault, row) });
      }
      told = new Map(changes.map(({ id, mark }) => [id, mark]));
      const drafts = await draftsSince(store.db, scope.tenantId, since);
      for (const { id, revision } of drafts) {
        if (!first && draftsTold.get(id) !== revision) say({ type: 'draft', id, revision });
      }
      draftsTold = new Map(drafts.map(({ id, revision }) => [id, revision]));
      for (const [id, { tenantId, done, total }] of ctx.beingRead) {
        if (tenantId !== scope.tenantId || pagesTold.get(id) === done) continue;
        pagesTold.set(id, done);
        say({ type: 'progress', id, done, total });
      }
      for (const id of pagesTold.keys()) if (!ctx.beingRead.has(id)) pagesTold.delete(id);
      const watched = ctx.watchedFolder(scope.tenantId);
      if (JSON.stringify(watched) !== watchedTold) say({ type: 'watched', watched });
      watchedTold = JSON.stringify(watched);
      const exporting = ctx.exportFolder(scope.tenantId);
      if (JSON.stringify(exporting) !== exportingTold) say({ type: 'exporting', exporting });
      exportingTold = JSON.stringify(exporting);
      // Whoever has the headers may rely on being told what happens from then on.
      if (first && !res.writableEnded) {
        res.flushHeaders();
        keep();
        beat = setInterval(() => {
          res.write(':\n\n');
          keep();
        }, beatEveryMs);
      }
      first = false;
      since = now - overlapMs;
      return false;
    });
    const end = (): void => {
      clearInterval(beat);
      stopping.removeEventListener('abort', end);
      void loop.stop();
      res.end();
    };
    stopping.addEventListener('abort', end);
    res.once('close', end);
  };
}
