import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { type CommonOptions, command, configFrom, print } from './command.ts';
import { measureMachine, type Speed } from './doctor-card.ts';
import { type Finding, findings } from './doctor-checks.ts';

/** @param done is given the exit code: 1 when something has to be put right */
export function addDoctor(program: Command, done: (code: number) => void): void {
  command(program, 'doctor', 'Check this installation, and say what to do where something is not right')
    .option('--card', 'measure instead how fast this machine reads')
    .action(async (options: CommonOptions & { card?: boolean }) => {
      const config = configFrom(options);
      if (options.card) await card(options);
      else done(await check(options, config));
    });
}

async function check(options: CommonOptions, config: Config): Promise<number> {
  const found = await findings(config);
  const wrong = found.filter(({ remedy }) => remedy !== null);
  const lines = found.map(inWords);
  lines.push(wrong.length === 0 ? 'All good.' : `To put right: ${wrong.length}.`);
  print(options, { good: wrong.length === 0, findings: found }, lines.join('\n'));
  return wrong.length === 0 ? 0 : 1;
}

function inWords({ what, is, remedy }: Finding): string {
  return remedy === null ? `ok     ${what}: ${is}` : `WRONG  ${what}: ${is}\n       ${remedy}`;
}

async function card(options: CommonOptions): Promise<void> {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / 2 ** 30),
  };
  const measured = await measureMachine();
  const line = (what: string, { secondsPerPage, processorSecondsPerPage, pages }: Speed): string =>
    `${what}: ${secondsPerPage.toFixed(2)} s a page, of which ${processorSecondsPerPage.toFixed(2)} s of processor time: ` +
    `${Math.round(3600 / secondsPerPage)} pages an hour in one reader (${pages} pages read)`;
  print(
    options,
    { ...machine, ...measured },
    [
      `${machine.processor}, ${machine.cores} cores, ${machine.memory_gib} GiB`,
      line('Digital', measured.digital),
      line('Scanned', measured.scanned),
      `Memory of the process at its most: ${measured.peakMib} MiB`,
    ].join('\n'),
  );
}
