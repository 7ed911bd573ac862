import { nodeProblem } from './node-version.ts';

// The server's own entry, with settings from the environment alone: what the desktop starts, and services may.
const problem = nodeProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else {
  const [{ readConfig }, { serve }] = await Promise.all([import('./config.ts'), import('./serve.ts')]);
  try {
    process.exitCode = await serve(readConfig(process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  // Everything is closed by now; the line to a parent alone would keep the process alive.
  process.exit();
}
