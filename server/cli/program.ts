import { Command, CommanderError } from 'commander';
import { programVersion } from '../resources.ts';
import { addBackup } from './backup.ts';
import { addDoctor } from './doctor.ts';
import { addExplain } from './explain.ts';
import { addExport } from './export.ts';
import { addExtract } from './extract.ts';
import { addKeys } from './keys.ts';
import { addMasterKey } from './master-key.ts';
import { addMove } from './move.ts';
import { addOpen } from './open.ts';
import { addRead } from './read.ts';
import { addServe } from './serve.ts';
import { addTenants } from './tenants.ts';
import { UsageError } from './usage-error.ts';

/**
 * The command line (decisions.md). Results go to stdout, everything else to stderr.
 * @param argv as the process has it
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('facturier')
    .description('Reads invoices on your own machine and says how sure it is of every field.')
    .version(programVersion, '-V, --version', 'print the version')
    .showHelpAfterError()
    .exitOverride();
  let exitCode = 0;
  const done = (code: number): void => {
    exitCode = code;
  };
  addServe(program, done);
  addRead(program, done);
  addOpen(program);
  addExtract(program, done);
  addExplain(program);
  addExport(program);
  addKeys(program);
  addTenants(program);
  addBackup(program);
  addMove(program);
  addMasterKey(program);
  addDoctor(program, done);
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    // Commander has said itself what is wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
