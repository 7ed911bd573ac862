/** What the operator has to put right; the message says what. */
export class DataFolderError extends Error {
  override readonly name: string = 'DataFolderError';
}
