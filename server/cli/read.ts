import type { Command } from 'commander';
import { command } from './command.ts';
import { port, type ServingOptions, servingConfig } from './serving.ts';
import { UsageError } from './usage-error.ts';

/** @param done takes the exit code once the reader has ended */
export function addRead(program: Command, done: (code: number) => void): void {
  command(program, 'read', 'Read documents for the appliances on a shared database, and nothing else')
    .option(
      '--port <port>',
      'port of 127.0.0.1 for /healthz and /metrics; 0 takes a free one (default: FACTURIER_PORT, else 4870)',
      port,
    )
    .option('--start-empty', 'begin anew where the database was lost')
    .action(async ({ startEmpty, ...options }: ServingOptions & { startEmpty?: boolean }) => {
      const config = servingConfig(options);
      if (config.database === null) {
        throw new UsageError('Only on a shared database can something else read: give --database.');
      }
      const { read } = await import('../serve.ts');
      // Whoever is to see more of it asks an appliance: this one is for the monitoring of its own machine.
      done(await read({ ...config, host: '127.0.0.1', tls: null }, startEmpty ?? false));
    });
}
