import type { DocumentErrorCode } from '../contract/document.ts';
import { maxPages } from '../contract/limits.ts';

/** Thrown where a document cannot be read at all; becomes the failed document's `error`. */
export class ReadingError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.name = 'ReadingError';
    this.code = code;
  }
}

/** One plain sentence each, for a bookkeeper. */
const messages: Record<DocumentErrorCode, string> = {
  password_protected: 'The PDF is protected with a password; send it without one.',
  unreadable_file: 'The file is damaged and cannot be opened.',
  too_many_pages: `The PDF has more than ${maxPages} pages; send it in parts.`,
  no_text_found: 'No text was found on any page.',
  image_too_large: 'The picture is larger than 120 million pixels; send it smaller.',
  reading_timeout: 'Reading took longer than 5 minutes and was stopped.',
  file_too_complex: 'Reading the file needs more memory than this machine has for one invoice.',
  internal_error: 'Reading failed for a reason of our own; it is in the log.',
};
