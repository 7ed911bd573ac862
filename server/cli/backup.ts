import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { type Backup, restoreBackup, writeBackup } from '../store/backup.ts';
import { masterKeyOf } from '../store/master-key.ts';
import { type CommonOptions, command, configFrom, print } from './command.ts';

export function addBackup(program: Command): void {
  command(program, 'backup <file>', 'Copy everything that is kept into one file, also while the server runs')
    .option('--with-key', 'put the master key into it although it is kept apart, so that any machine can restore it')
    .action(async (file: string, options: CommonOptions & { withKey?: boolean }) => {
      const config = withOwnDatabase(options);
      const path = resolve(file);
      const key = options.withKey ? (await masterKeyOf(config.data, config.masterKey)).key : null;
      const backup = await untilEnded('The backup', (signal) => writeBackup(config.data, path, key, signal));
      print(options, json(path, backup), `Wrote ${path}: ${inWords(backup)} ${aboutKey(backup)}`);
    });

  command(program, 'restore <file>', 'Put what a backup holds in the place of what the data folder holds').action(
    async (file: string, options: CommonOptions) => {
      const config = withOwnDatabase(options);
      const path = resolve(file);
      const restore = (signal: AbortSignal) => restoreBackup(path, config.data, config.masterKey, signal);
      const backup = await untilEnded('The restore', restore);
      print(options, json(path, backup), `Restored ${path} to ${config.data}: ${inWords(backup)}`);
    },
  );
}

/** Does work that a signal to this process cancels, so that nothing half done stays. */
async function untilEnded<Result>(what: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const cancel = new AbortController();
  const onSignal = (): void => cancel.abort(new Error(`${what} was ended; nothing of it is left.`));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    return await work(cancel.signal);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function withOwnDatabase(options: CommonOptions): Config {
  const config = configFrom(options);
  if (config.database === null) return config;
  throw new Error("A shared database is backed up and restored by PostgreSQL's own tools (docs/admin.md).");
}

function json(file: string, backup: Backup) {
  return { file, documents: backup.documents, files: backup.files, master_key: backup.masterKey };
}

function inWords({ documents, files }: Backup): string {
  return `${documents} documents, ${files} of them with their file.`;
}

function aboutKey({ masterKey }: Backup): string {
  return masterKey === 'included' ? 'Keep it as you would the key.' : 'The master key is not in it; keep both.';
}
