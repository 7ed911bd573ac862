import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** System calls that change what a disk holds, or say that it must hold it now. */
const calls =
  'openat,close,lseek,write,pwrite64,writev,pwritev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat,rmdir';

/** Runs a program so that all of it is written down. @param trace path of the record */
export function recording(trace: string): string[] {
  return ['strace', '-D', '-f', '--seccomp-bpf', '-yy', '-xx', '-s', '4000000', '-e', `trace=${calls}`, '-o', trace];
}

/** One thing that was done, in the order in which it took effect. */
export type Step =
  | { kind: 'write'; path: string; at: number; bytes: Buffer }
  | { kind: 'cut'; path: string; size: number }
  | { kind: 'make' | 'remove' | 'folder'; path: string }
  | { kind: 'rename' | 'link'; path: string; to: string }
  | { kind: 'sync'; path: string }
  /** Bytes that left for a client. */
  | { kind: 'said'; text: string };

/** What a program did below a folder, from its record. */
export function stepsOf(trace: string, folder: string): Step[] {
  const steps: Step[] = [];
  const begun = new Map<string, string>();
  /** Where each descriptor stands, for writes that do not say where. */
  const positions = new Map<string, number>();
  const sizes = new Map<string, number>();
  const add = (step: Step): void => {
    if ('path' in step && !(`${step.path}/`.startsWith(`${folder}/`) && !step.path.endsWith('-shm'))) return;
    steps.push(step);
  };
  for (const line of readFileSync(trace, 'latin1').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (unfinished !== undefined) {
      begun.set(thread, unfinished);
      // A client may have what is on its way.
      if (/^writev?\(\d+<TCP/.test(unfinished)) add({ kind: 'said', text: textsIn(unfinished).toString('latin1') });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const whole = resumed === undefined ? rest : `${begun.get(thread) ?? ''}${resumed}`;
    const [, name, inside = '', result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole) ?? [];
    if (name === undefined || Number(result) < 0) continue;
    const [descriptor = '', path = ''] = (/^(\d+)<([^>]*)>/.exec(inside) ?? []).slice(1).map(plain);
    const names = [...inside.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, text = '']) => unescaped(text).toString());
    if (name === 'openat') {
      const opened = plain(/= (\d+)<([^>]*)>/.exec(whole)?.[2] ?? '');
      positions.set(String(result), inside.includes('O_APPEND') ? (sizes.get(opened) ?? 0) : 0);
      if (inside.includes('O_CREAT')) add({ kind: 'make', path: opened });
      if (inside.includes('O_TRUNC')) {
        sizes.set(opened, 0);
        add({ kind: 'cut', path: opened, size: 0 });
      }
    } else if (name === 'lseek') positions.set(descriptor, Number(result));
    else if (/write/.test(name)) {
      if (path.startsWith('TCP')) {
        if (resumed === undefined) add({ kind: 'said', text: textsIn(inside).toString('latin1') });
        continue;
      }
      const bytes = textsIn(inside).subarray(0, Number(result));
      const said = /^p/.test(name) ? Number(/, (\d+)$/.exec(inside)?.[1]) : null;
      const at = said ?? positions.get(descriptor) ?? 0;
      if (said === null) positions.set(descriptor, at + bytes.byteLength);
      sizes.set(path, Math.max(sizes.get(path) ?? 0, at + bytes.byteLength));
      add({ kind: 'write', path, at, bytes });
    } else if (/sync/.test(name)) add({ kind: 'sync', path });
    else if (name === 'ftruncate') {
      const size = Number(/, (\d+)$/.exec(inside)?.[1]);
      sizes.set(path, size);
      add({ kind: 'cut', path, size });
    } else if (/^(unlink|rmdir)/.test(name)) add({ kind: 'remove', path: names[0]! });
    else if (/^mkdir/.test(name)) add({ kind: 'folder', path: names[0]! });
    else if (/^(rename|link)/.test(name)) {
      const [from = '', to = ''] = names;
      sizes.set(to, sizes.get(from) ?? 0);
      add({ kind: name.startsWith('link') ? 'link' : 'rename', path: from, to });
    }
  }
  return steps;
}

const plain = (text: string): string => (text.startsWith('\\x') ? unescaped(text).toString() : text);

function unescaped(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

/** All strings of a call, one after the other: what `writev` gathers. */
function textsIn(inside: string): Buffer {
  return Buffer.concat([...inside.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, text = '']) => unescaped(text)));
}

/** What a disk can lose of a file: each sector on its own. */
const sectorBytes = 512;

interface File {
  /** As it was when it was last synced. */
  durable: Buffer;
  /** What came since. */
  pending: Extract<Step, { kind: 'write' | 'cut' }>[];
}

/**
 * Builds what a disk may hold when the power fails after some steps. Of each file's content that was not synced, any
 * sectors may be there and any not, in whatever order they were written; of the changes of names that were not synced with
 * their folder, a first part of them, for journals of file systems keep those in order.
 * @param random from 0 to 1
 * @param where.before a copy of what the folder held before the first step
 * @param where.into a folder that takes the place of the one that was recorded
 */
export function afterPowerCut(
  steps: Step[],
  { before, folder, into }: { before: string; folder: string; into: string },
  random: () => number,
): void {
  /** Names as the program saw them, and as they are on the disk for certain. */
  const names = new Map<string, File>();
  const folders = new Set<string>([folder]);
  for (const entry of readdirSync(before, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const path = folder + from.slice(before.length);
    if (entry.isDirectory()) folders.add(path);
    else names.set(path, { durable: readFileSync(from), pending: [] });
  }
  const durableNames = new Map(names);
  let changes: ((of: Map<string, File>) => void)[] = [];
  const change = (how: (of: Map<string, File>) => void): void => {
    how(names);
    changes.push(how);
  };
  for (const step of steps) {
    if (step.kind === 'said') continue;
    const { path } = step;
    const file = names.get(path);
    if (step.kind === 'folder') folders.add(path);
    else if (step.kind === 'make') {
      if (!file && !folders.has(path)) {
        const made: File = { durable: Buffer.alloc(0), pending: [] };
        change((of) => of.set(path, made));
      }
    } else if (step.kind === 'remove') change((of) => of.delete(path));
    else if (step.kind === 'rename' || step.kind === 'link') {
      if (!file) throw new Error(`${path} was renamed and never made`);
      change((of) => {
        of.set(step.to, file);
        if (step.kind === 'rename') of.delete(path);
      });
    } else if (step.kind === 'sync') {
      if (file) {
        for (const pending of file.pending) file.durable = applied(file.durable, pending);
        file.pending = [];
        // A new file that is synced has its name too, as journals of file systems do it.
        if (![...durableNames.values()].includes(file)) {
          for (const how of changes) how(durableNames);
          changes = [];
        }
      } else {
        for (const how of changes) how(durableNames);
        changes = [];
      }
    } else if (step.kind === 'write' || step.kind === 'cut') file?.pending.push(step);
  }
  const kept = Math.floor(random() * (changes.length + 1));
  for (const how of changes.slice(0, kept)) how(durableNames);
  for (const path of folders) mkdirSync(path.replace(folder, into), { recursive: true, mode: 0o700 });
  for (const [path, file] of durableNames) {
    let content = file.durable;
    for (const pending of file.pending) {
      if (pending.kind === 'cut') {
        if (random() < 0.5) content = applied(content, pending);
      } else for (const part of sectors(pending)) if (random() < 0.5) content = applied(content, part);
    }
    const at = join(into, path.slice(folder.length));
    mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
    writeFileSync(at, content, { mode: 0o600 });
  }
}

function applied(content: Buffer, step: Extract<Step, { kind: 'write' | 'cut' }>): Buffer {
  const size = step.kind === 'cut' ? step.size : Math.max(content.byteLength, step.at + step.bytes.byteLength);
  const next = size === content.byteLength ? content : Buffer.alloc(size);
  if (next !== content) content.copy(next);
  if (step.kind === 'write') step.bytes.copy(next, step.at);
  return next;
}

function sectors(step: Extract<Step, { kind: 'write' }>): Extract<Step, { kind: 'write' }>[] {
  const parts: Extract<Step, { kind: 'write' }>[] = [];
  for (let from = 0; from < step.bytes.byteLength; ) {
    const to = Math.min(step.bytes.byteLength, from + sectorBytes - ((step.at + from) % sectorBytes));
    parts.push({ ...step, at: step.at + from, bytes: step.bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}
