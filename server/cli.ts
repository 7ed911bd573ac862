#!/usr/bin/env node
import { settleAllocator } from './allocator.ts';
import { nodeProblem } from './node-version.ts';

// Everything else is loaded only after this check, because it would crash on an older Node.
const problem = nodeProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else {
  settleAllocator();
  const { run } = await import('./cli/program.ts');
  process.exitCode = await run(process.argv);
}
