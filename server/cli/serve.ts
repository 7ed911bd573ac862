import type { Command } from 'commander';
import { command } from './command.ts';
import { port, type ServingOptions, servingConfig } from './serving.ts';
import { UsageError } from './usage-error.ts';

/** @param done takes the exit code once the server has ended */
export function addServe(program: Command, done: (code: number) => void): void {
  command(program, 'serve', 'Run the appliance without a window')
    .option('--port <port>', 'port to listen on; 0 takes a free one (default: FACTURIER_PORT, else 4870)', port)
    .option('--host <address>', 'address to listen on (default: FACTURIER_HOST, else 127.0.0.1)')
    .option('--no-reading', 'leave reading to other appliances on the same database')
    .option(
      '--start-empty',
      'begin anew where the database was lost; what is left of it in the data folder is kept beside',
    )
    .action(
      async ({ reading, startEmpty, ...options }: ServingOptions & { reading: boolean; startEmpty?: boolean }) => {
        const config = servingConfig(options);
        if (!reading && config.database === null) {
          throw new UsageError('Only on a shared database can something else read: give --database.');
        }
        // Only here is the whole server needed; the other commands start faster without it.
        const { serve } = await import('../serve.ts');
        done(await serve(config, { reading, startEmpty: startEmpty ?? false }));
      },
    );
}
