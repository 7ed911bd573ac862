import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../../server/resources.ts';

export const run = promisify(execFile);

const { devDependencies } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

/** What Electron's program carries so that its fuses can be set: a mark, the version, the count, and their states. */
const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x09101100111', 'latin1');
const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];

/**
 * A folder laid out like Electron's archive, with something in place of the program that is there to be packed and not to
 * be run: it has the places in which a build writes.
 */
export async function electronFolder(folder: string, system: 'linux' | 'win32'): Promise<string> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  const files = [
    'LICENSE',
    'LICENSES.chromium.html',
    'icudtl.dat',
    'resources.pak',
    'locales/en-US.pak',
    'locales/ro.pak',
  ];
  for (const name of files) await writeFile(join(folder, name), name);
  await writeFile(join(folder, 'version'), devDependencies.electron ?? '');
  if (system === 'win32') {
    await windowsProgram(folder, 'electron.exe');
    return folder;
  }
  for (const name of ['electron', 'chrome-sandbox']) {
    await writeFile(join(folder, name), Buffer.concat([Buffer.from('#!/bin/false\n'), fuses]));
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** A true program for Windows, which does nothing: NSIS makes it, with the fuses as a file inside it. */
export async function windowsProgram(folder: string, name: string): Promise<void> {
  const script = join(folder, 'program.nsi');
  await writeFile(join(folder, 'fuses'), fuses);
  const strings = ['ProductName', 'FileDescription', 'FileVersion', 'LegalCopyright'];
  const lines = [
    'Unicode true',
    'Target amd64-unicode',
    'SetCompress off',
    'Name Electron',
    `OutFile "${join(folder, name)}"`,
    'SilentInstall silent',
    'RequestExecutionLevel user',
    `VIProductVersion ${devDependencies.electron}.0`,
    ...strings.map((each) => `VIAddVersionKey /LANG=1033 ${each} Electron`),
    'Section',
    `File "${join(folder, 'fuses')}"`,
    'SectionEnd',
  ];
  await writeFile(script, lines.join('\n'));
  await run('makensis', ['-V1', script]);
  await run('rm', [script, join(folder, 'fuses')]);
}

/** Runs electron-builder on what `npm run stage` laid out, into a folder of its own. It fetches nothing. */
export async function build(output: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const cli = join(packageRoot, 'node_modules', 'electron-builder', 'cli.js');
  const all = [cli, ...args, '--x64', '--publish', 'never', `-c.directories.output=${output}`];
  await run(process.execPath, all, {
    cwd: packageRoot,
    env: { ...process.env, ELECTRON_BUILDER_OFFLINE: 'true', CSC_IDENTITY_AUTO_DISCOVERY: 'false', ...env },
    maxBuffer: 1 << 26,
  });
}

/** The fuses as they stand in a program, by electron-builder's names. */
export async function fusesOf(program: string): Promise<Record<string, boolean>> {
  const bytes = await readFile(program);
  const at = bytes.indexOf(fuses.subarray(0, 32)) + 34;
  return Object.fromEntries(fuseNames.map((name, index) => [name, String.fromCharCode(bytes[at + index]!) === '1']));
}

/** Every file under a folder, by its path from there, with its size. */
export async function filesIn(folder: string): Promise<Map<string, number>> {
  const { stdout } = await run('find', [folder, '-type', 'f', '-printf', '%s %P\\n'], { maxBuffer: 1 << 26 });
  const lines = stdout.trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]));
}

/** A header of an archive: what lies in it. @see https://github.com/electron/asar#format */
export async function archiveHeader(path: string): Promise<{ text: string; files: string[] }> {
  const bytes = await readFile(path);
  const text = bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12));
  const files: string[] = [];
  const walk = (entry: Entry, path: string): void => {
    if (!entry.files) files.push(path);
    for (const [name, child] of Object.entries(entry.files ?? {})) walk(child, path ? `${path}/${name}` : name);
  };
  walk(JSON.parse(text) as Entry, '');
  return { text, files };
}

interface Entry {
  files?: Record<string, Entry>;
}
