import type { Buyer } from '../buyer.ts';
import type { Layout } from '../layout/layout.ts';
import { type FoundLines, readLines } from '../lines/read-lines.ts';
import type { OpenedFile } from '../page.ts';
import { isTillReceipt } from '../totals/till-receipt.ts';
import { type AccountFacts, findAccounts } from './accounts.ts';
import { type ContactFacts, findContacts } from './contacts.ts';
import { type DateFacts, readDates } from './dates.ts';
import { findLabels, type Label } from './labels.ts';
import { rankLanguages } from './languages.ts';
import { withStackedLabels } from './stacked-labels.ts';
import { readText, type TextDocument, type TextLine } from './text-lines.ts';
import { findVatNumbers, type VatCandidate } from './vat-numbers.ts';

/** Everything typed that stands on the pages, with its place and the labels around it; nothing is chosen yet. */
export interface Facts {
  buyer: Buyer;
  document: TextDocument;
  labels: ReadonlyMap<TextLine, readonly Label[]>;
  /** ISO 639-1, the page's main language first. */
  languages: readonly string[];
  dates: DateFacts;
  accounts: AccountFacts;
  vatNumbers: readonly VatCandidate[];
  contacts: ContactFacts;
  /** The invoice's lines, and the tables in which they stand. */
  read: FoundLines;
  tillReceipt: boolean;
  /** What the file calls itself, in its own metadata; empty where it does not. */
  fileTitle: string;
  /** Who the file says wrote it; empty where it does not. */
  fileAuthor: string;
}

export function gatherFacts(layout: Layout, buyer: Buyer, info: OpenedFile['info']): Facts {
  const document = readText(layout);
  const labels = withStackedLabels(document, findLabels(document));
  const languages = rankLanguages(document);
  const accounts = findAccounts(document, labels);
  const vatNumbers = findVatNumbers(document, labels, languages, accounts, buyer);
  return {
    buyer,
    document,
    labels,
    languages,
    accounts,
    vatNumbers,
    dates: readDates(document, languages, vatNumbers),
    contacts: findContacts(document, labels),
    read: readLines(layout),
    tillReceipt: isTillReceipt(layout),
    fileTitle: info.title ?? '',
    fileAuthor: info.author ?? '',
  };
}
