import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Buyer } from '../engine/buyer.ts';
import type { PassName } from '../engine/passes.ts';
import type { Logger } from '../log.ts';
import type { Contribution } from '../suppliers/contribution.ts';
import { budgetHere } from './memory-budget.ts';
import { startLoneThread } from './reader-alone.ts';

/** A file to explain. */
interface ExplainedFile {
  bytes: Uint8Array;
  name: string;
  buyer: Buyer;
  /** YYYY-MM-DD */
  today: string;
  /** Passes over scans that are left out. */
  without: readonly PassName[];
}

export interface ExplainJob extends ExplainedFile {
  /** Answers each `string[][]` of identifiers with the `Contribution[]` of the supplier they lead to; null asks nobody. */
  remembered: MessagePort | null;
}

/** The page as HTML, or a sentence that says why the file cannot be read. */
export type ExplainAnswer = { page: string } | { problem: string };

/** Explains files for the command line. */
interface Explainer {
  /**
   * @param recall what is remembered of the supplier that these identifiers lead to; null where memory is not asked
   * @returns null for a file that cannot be explained within these bounds
   */
  explain(
    file: ExplainedFile,
    recall: ((identifiers: string[][]) => Promise<Contribution[]>) | null,
  ): Promise<ExplainAnswer | null>;
  stop(): Promise<void>;
}

/** What reading a file may take (decisions.md, `reading_timeout`). */
const deadlineMs = 5 * 60_000;

export function createExplainer({ log }: { log: Logger }): Explainer {
  const entry = new URL(`reader-explain-thread${extname(import.meta.url)}`, import.meta.url);
  const bounds = { work: 'explain a file', deadlineMs, mostMb: budgetHere().aloneMb };
  const thread = startLoneThread<ExplainJob, ExplainAnswer>(entry, bounds, log);
  return {
    async explain(file, recall) {
      if (!recall) return thread.ask({ ...file, remembered: null });
      const { port1, port2 } = new MessageChannel();
      const failed = new Promise<never>((_resolve, reject) => {
        port1.on('message', (identifiers: string[][]) =>
          recall(identifiers).then((known) => port1.postMessage(known), reject),
        );
      });
      try {
        return await Promise.race([thread.ask({ ...file, remembered: port2 }, { given: [port2] }), failed]);
      } finally {
        port1.close();
      }
    },
    stop: () => thread.stop(),
  };
}
