import { unzipSync } from 'fflate';

/** A folder of this machine that a person picked, as far as the DOM's types do not know it yet. */
export interface PickedFolder extends FileSystemDirectoryHandle {
  requestPermission(wish: { mode: 'readwrite' }): Promise<PermissionState>;
}

declare global {
  interface Window {
    /** Browsers that let a page write into folders have it; others save as they save any file. */
    showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<PickedFolder>;
  }
}

export const canPickFolder = (): boolean => window.showDirectoryPicker !== undefined;

/** @returns null where nobody has picked one */
export function rememberedFolder(): Promise<PickedFolder | null> {
  return kept<PickedFolder | undefined>('readonly', (store) => store.get(key)).then((folder) => folder ?? null);
}

/** Asks for a folder and remembers it. @returns null where a person picks none */
export async function pickFolder(): Promise<PickedFolder | null> {
  try {
    const folder = await window.showDirectoryPicker!({ id: key, mode: 'readwrite' });
    await kept('readwrite', (store) => store.put(folder, key));
    return folder;
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null;
    throw error;
  }
}

export async function forgetFolder(): Promise<void> {
  await kept('readwrite', (store) => store.delete(key));
}

/** Whether files may be written there; the browser may ask, which it does only for what a person just did. */
export const mayWriteInto = async (folder: PickedFolder): Promise<boolean> =>
  (await folder.requestPermission({ mode: 'readwrite' })) === 'granted';

/** Writes a file into a folder, or all that an archive holds, each where it lies in it. Nothing that lies there is written over. */
export async function writeInto(folder: FileSystemDirectoryHandle, blob: Blob, name: string): Promise<void> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const files = name.endsWith('.zip') ? unzipSync(bytes) : { [name]: bytes };
  for (const [path, content] of Object.entries(files)) {
    const folders = path.split('/');
    const file = folders.pop()!;
    let at = folder;
    for (const each of folders) at = await at.getDirectoryHandle(each, { create: true });
    const handle = await at.getFileHandle(await freeName(at, file), { create: true });
    const stream = await handle.createWritable();
    await stream.write(new Uint8Array(content));
    await stream.close();
  }
}

async function freeName(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  const taken = new Set<string>();
  for await (const each of folder.keys()) taken.add(each);
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : name.replace(/(\.\w+)$/, `-${count}$1`);
    if (!taken.has(free)) return free;
  }
}

const key = 'facturier-export';
const storeName = 'folders';

/** A folder outlives the page only in the browser's own database. */
function kept<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('facturier', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = ask(opening.result.transaction(storeName, mode).objectStore(storeName));
      request.onerror = () => reject(request.error);
      request.onsuccess = () => resolve(request.result as T);
      request.transaction!.oncomplete = () => opening.result.close();
    };
  });
}
