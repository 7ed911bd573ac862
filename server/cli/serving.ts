import { InvalidArgumentError } from 'commander';
import { type Config, portNumber } from '../config.ts';
import { type CommonOptions, configFrom } from './command.ts';
import { UsageError } from './usage-error.ts';

/** What the commands take that go on until they are ended. */
export interface ServingOptions extends CommonOptions {
  port?: number;
  host?: string;
}

/** The environment's settings with the flags laid over them. @throws UsageError for a flag that the machine's policy sets */
export function servingConfig(options: ServingOptions): Config {
  const config = configFrom(options);
  for (const name of ['data', 'database', 'files', 'port', 'host'] as const) {
    if (options[name] !== undefined && config.policy[name] !== undefined) {
      throw new UsageError(`The policy of this machine sets the ${name}; leave --${name} out.`);
    }
  }
  const { port = config.port, host = config.host } = options;
  return { ...config, port, host };
}

export function port(text: string): number {
  try {
    return portNumber(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
