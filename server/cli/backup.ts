import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Backup, restoreBackup, writeBackup } from '../store/backup.ts';
import { type CommonOptions, command, configFrom, print } from './command.ts';

export function addBackup(program: Command): void {
  command(program, 'backup <file>', 'Copy everything that is kept into one file, also while the server runs').action(
    async (file: string, options: CommonOptions) => {
      const config = configFrom(options);
      const path = resolve(file);
      const backup = await writeBackup(config.data, path);
      print(options, json(path, backup), `Wrote ${path}: ${inWords(backup)}`);
    },
  );

  command(program, 'restore <file>', 'Put what a backup holds in the place of what the data folder holds').action(
    async (file: string, options: CommonOptions) => {
      const config = configFrom(options);
      const path = resolve(file);
      const backup = await restoreBackup(path, config.data, config.masterKey);
      print(options, json(path, backup), `Restored ${path} to ${config.data}: ${inWords(backup)}`);
    },
  );
}

function json(file: string, backup: Backup) {
  return { file, documents: backup.documents, files: backup.files, master_key: backup.masterKey };
}

function inWords({ documents, files, masterKey }: Backup): string {
  const key = masterKey === 'included' ? 'Keep it as you would the key' : 'The master key is not in it; keep both';
  return `${documents} documents, ${files} of them with their file. ${key}.`;
}
