import type { Command } from 'commander';
import { type CommonOptions, command, configFrom } from './command.ts';
import { UsageError } from './usage-error.ts';

/** @param done takes the exit code once the reader has ended */
export function addRead(program: Command, done: (code: number) => void): void {
  command(program, 'read', 'Read documents for the appliances on a shared database, and nothing else').action(
    async (options: CommonOptions) => {
      const config = configFrom(options);
      if (config.database === null) {
        throw new UsageError('Only on a shared database can something else read: give --database.');
      }
      const { read } = await import('../serve.ts');
      done(await read(config));
    },
  );
}
