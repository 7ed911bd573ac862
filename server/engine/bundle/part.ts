/** A file in a mail or in an archive. */
export interface Part {
  /** As it is called there: in an archive with the folders that it is in. */
  filename: string | null;
  /** What a mail says that it is; empty in an archive, which says nothing. */
  mimeType: string;
  /** Whether it is shown within the text of a mail, as logos are. */
  inline: boolean;
  bytes: Uint8Array;
  /** An archive that was made here of an e-invoice and the signature over it. */
  isSigned?: true;
}

/** The name of a file without its folders and its ending, and the folders. */
export function nameOf({ filename }: Pick<Part, 'filename'>): { folder: string; stem: string } {
  const path = (filename ?? '').split(/[/\\]/);
  const stem = path.pop()!.replace(/\.\w{1,10}$/, '');
  return { folder: path.join('/'), stem };
}
