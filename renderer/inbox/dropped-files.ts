/** The files of a drop, those inside dropped folders too. Hidden files, which systems leave in folders, are left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries are gone once the event has ended, so all are taken before anything is awaited.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...transfer.files];
  const files = await Promise.all(entries.filter((entry) => entry !== null).map(filesIn));
  return files.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  // One call gives a part only (Chromium: 100 entries); the end is an empty one.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    inside.push(...part);
  }
  return (await Promise.all(inside.map(filesIn))).flat();
}
