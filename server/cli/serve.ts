import { type Command, InvalidArgumentError } from 'commander';
import { portNumber } from '../config.ts';
import { type CommonOptions, command, configFrom } from './command.ts';
import { UsageError } from './usage-error.ts';

/** @param done takes the exit code once the server has ended */
export function addServe(program: Command, done: (code: number) => void): void {
  command(program, 'serve', 'Run the appliance without a window')
    .option('--port <port>', 'port to listen on; 0 takes a free one (default: FACTURIER_PORT, else 4870)', port)
    .option('--host <address>', 'address to listen on (default: FACTURIER_HOST, else 127.0.0.1)')
    .option('--no-reading', 'leave reading to other appliances on the same database')
    .action(async (options: CommonOptions & { port?: number; host?: string; reading: boolean }) => {
      const config = configFrom(options);
      for (const name of ['data', 'database', 'port', 'host'] as const) {
        if (options[name] !== undefined && config.policy[name] !== undefined) {
          throw new UsageError(`The policy of this machine sets the ${name}; leave --${name} out.`);
        }
      }
      if (!options.reading && config.database === null) {
        throw new UsageError('Only on a shared database can something else read: give --database.');
      }
      // Only here is the whole server needed; the other commands start faster without it.
      const { serve } = await import('../serve.ts');
      const { port = config.port, host = config.host, reading } = options;
      done(await serve({ ...config, port, host }, { reading }));
    });
}

function port(text: string): number {
  try {
    return portNumber(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
