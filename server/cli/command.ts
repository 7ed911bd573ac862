import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { databaseUrl, holdsPassword } from '../database-url.ts';
import { filesUrl } from '../files-url.ts';
import { openStore, type Store } from '../store/data-folder.ts';
import * as tenants from '../store/tenants.ts';
import { UsageError } from './usage-error.ts';

/** What every command takes. */
export interface CommonOptions {
  data?: string;
  database?: string;
  files?: string;
  json?: boolean;
}

/** A command with the options that all of them have. */
export function command(parent: Command, nameAndArguments: string, description: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .option('--data <dir>', "data folder (default: FACTURIER_DATA, else the platform's application data folder)")
    .option(
      '--database <url>',
      'PostgreSQL database to use in place of the one in the data folder (default: FACTURIER_DATABASE)',
    )
    .option(
      '--files <url>',
      "place in an S3-compatible store for that database's files, s3://bucket/prefix?endpoint=https://… (default: FACTURIER_FILES, else the database)",
    )
    .option('--json', 'print the result as JSON')
    .exitOverride();
}

/** The environment's settings with the flags laid over them. */
export function configFrom(options: CommonOptions): Config {
  const { database, files } = options;
  if (database !== undefined && holdsPassword(database)) {
    throw new UsageError(
      'A password on the command line can be read by everybody on this machine; put it into the password file (~/.pgpass) or FACTURIER_DATABASE.',
    );
  }
  if (database !== undefined) asUsage(() => databaseUrl(database, process.env));
  if (files !== undefined) asUsage(() => filesUrl(files, process.env));
  const config = readConfig({
    ...process.env,
    ...(database !== undefined && { FACTURIER_DATABASE: database }),
    ...(files !== undefined && { FACTURIER_FILES: files }),
  });
  return options.data === undefined ? config : { ...config, data: resolve(options.data) };
}

/** What is wrong with a flag is wrong usage, and not a fault of the machine's settings. */
function asUsage(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

/** Opens the data folder for one command, beside a running server or before the first one. */
export async function withStore<T>(options: CommonOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configFrom(options);
  const store = await openStore(config);
  try {
    await tenants.ensureFirst(store.db, store.vault, systemClock.now());
    return await work(store);
  } finally {
    await store.close();
  }
}

/** One result on stdout: as JSON, or in the words given. */
export function print(options: CommonOptions, json: unknown, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(json) : text}\n`);
}

/** Rows under their headings, in columns as wide as they need to be. */
export function table(headings: string[], rows: (string | number | null)[][]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '-')))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
