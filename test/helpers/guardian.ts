import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Keeps what it is told of, and ends it when nobody is left to tell it more. */
const script = `
pids=
while read -r sign pid; do
  if [ "$sign" = + ]; then pids="$pids $pid"; continue; fi
  rest=
  for each in $pids; do [ "$each" = "$pid" ] || rest="$rest $each"; done
  pids=$rest
done
for each in $pids; do kill -s KILL -- "-$each" 2>/dev/null || kill -s KILL "$each" 2>/dev/null; done
`;

let telling: Writable | null = null;

/**
 * Sees to it that what a test started ends with the process that started it, however that ends: a small shell reads from
 * this process, hears of its end by the end of that, and kills what is left. Of one that leads a group of its own
 * (`detached`) all that it started goes too. On Windows nobody does.
 */
export function guarded<Started extends ChildProcess>(child: Started): Started {
  const { pid } = child;
  if (process.platform === 'win32' || pid === undefined) return child;
  telling ??= startGuardian();
  telling.write(`+ ${pid}\n`);
  child.once('exit', () => telling?.write(`- ${pid}\n`));
  return child;
}

function startGuardian(): Writable {
  // In a session of its own: what ends the tests from a terminal does not end it first.
  const guardian = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guardian.unref();
  // The tests may end without it.
  (guardian.stdin as Writable & { unref(): void }).unref();
  return guardian.stdin;
}
