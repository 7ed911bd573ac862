import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { KeyMode } from './contract/document.ts';
import type { BundleProblem, ConversionProblem, EInvoiceProblem } from './contract/errors.ts';
import type { PageRange } from './contract/invoice.ts';
import type { MailOrigin } from './contract/mail.ts';
import type { ContractVersion } from './contract/versions.ts';
import type { ExportFolder, WatchedFolder } from './contract/window.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { ReadingLoop } from './reading/reading-loop.ts';
import type { Store } from './store/data-folder.ts';
import type { SealedFile } from './store/files.ts';
import type { Sender } from './webhooks/send.ts';

/** A page of a file that is to be drawn; number from 1. */
interface PageJob {
  bytes: Uint8Array;
  number: number;
  dpi: number;
}

interface DrawnPage {
  jpeg: Uint8Array;
  /** Size of the page in points. */
  width: number;
  height: number;
}

/** Pages of a file, numbers from 1. */
interface ChosenPages {
  bytes: Uint8Array;
  pages: { number: number; turn: number }[];
}

/** What a mail or an archive holds, with what a mail says of itself. */
interface OpenedBundle {
  origin: MailOrigin | null;
  files: { filename: string | null; bytes: Uint8Array }[];
}

/** What every answer takes, also of one that only reads. */
export interface BareContext {
  config: Config;
  clock: Clock;
  log: Logger;
  store: Store;
  metrics: Metrics;
  /** Contract versions that are served, oldest first. */
  versions: readonly ContractVersion[];
}

/** What a request handler may use, passed by hand. */
export interface Context extends BareContext {
  /** How long a sync submission waits (interface.md 8). */
  syncWaitMs: number;
  /** Pages of a PDF, or null when they cannot be counted within its bounds; as `PageCounter.count`. */
  countPages: (
    file: Uint8Array | SealedFile,
    sender: { tenantId: string; keyId: string },
  ) => Promise<number | 'locked' | null>;
  /** Why an XML file or an archive is no e-invoice; as `PageCounter.unpack`. */
  unpackEInvoice: (
    file: Uint8Array | SealedFile,
    sender: { tenantId: string; keyId: string },
  ) => Promise<EInvoiceProblem | null>;
  /** A TIFF as a PDF, or a PDF without its password; as `Converter.asPdf`. */
  asPdf: (file: Uint8Array | SealedFile, password: string | null) => Promise<Uint8Array | ConversionProblem | null>;
  /** What may be invoices in a mail or an archive; as `Converter.openBundle`. */
  openBundle: (file: Uint8Array | SealedFile) => Promise<OpenedBundle | BundleProblem | 'one_file' | null>;
  /** A page for the window to show; null when it cannot be drawn, or is no longer wanted. */
  drawPage: (job: PageJob, signal: AbortSignal) => Promise<DrawnPage | null>;
  /** Ranges of a PDF's pages, each as a PDF; null when it cannot be cut so, or that is no longer wanted. */
  cutPages: (job: { bytes: Uint8Array; ranges: PageRange[] }, signal: AbortSignal) => Promise<Uint8Array[] | null>;
  /** Pages of PDFs and pictures as one PDF, each turned by so many degrees; null as `cutPages`. */
  arrangePages: (files: [ChosenPages, ...ChosenPages[]], signal: AbortSignal) => Promise<Uint8Array | null>;
  /** As `ReadingLoop.readAgain`. */
  readAgain: ReadingLoop['readAgain'];
  /** How far the readings of this process are, by document. */
  beingRead: ReadonlyMap<string, { tenantId: string; done: number; total: number }>;
  /** As `FolderLoop.stateOf`. */
  watchedFolder: (tenantId: string) => WatchedFolder | null;
  /** As `ExportLoop.stateOf`. */
  exportFolder: (tenantId: string) => ExportFolder | null;
  /** Makes one attempt to send an event, outside every schedule. */
  sendEvent: Sender['send'];
  /** Ends the reading of a document that was deleted. */
  cancelReading: (documentId: string) => void;
  /** Hints that there is work; the loops poll as well. */
  wakeReading: (mode: KeyMode) => void;
  wakeDelivery: () => void;
  /** Aborted when the server begins to stop: waits end early. */
  stopping: AbortSignal;
}
