import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { openStore, ownFolder, type Store } from '../store/data-folder.ts';
import { move } from '../store/move.ts';
import { type CommonOptions, command, configFrom, print } from './command.ts';
import { UsageError } from './usage-error.ts';

type MoveOptions = Omit<CommonOptions, 'database'> & { to?: string; from?: string };

export function addMove(program: Command): void {
  command(program, 'move', 'Copy everything from a data folder to a shared database, or back, and compare it')
    .option('--to <url>', 'empty PostgreSQL database that the data folder is moved to')
    .option(
      '--from <url>',
      'PostgreSQL database that is moved to the data folder, which has its master key and no data',
    )
    .action(async ({ to, from, ...options }: MoveOptions) => {
      const url = to ?? from;
      if (url === undefined || (to !== undefined && from !== undefined)) {
        throw new UsageError('Say either --to or --from, with the URL of the database.');
      }
      const config = configFrom({ ...options, database: url });
      if (to !== undefined && !existsSync(join(config.data, 'facturier.db'))) {
        throw new Error(`The folder ${config.data} holds no data.`);
      }
      const opened: Store[] = [];
      const disown = ownFolder(config.data);
      try {
        const shared = await openStore({ ...config, moving: true });
        opened.push(shared);
        const own = await openStore({ ...config, database: null, files: null, moving: true });
        opened.push(own);
        const say = (table: string): void => void process.stderr.write(`${table}\n`);
        const moved = await (to === undefined ? move(shared, own, say) : move(own, shared, say));
        print(options, moved, `Moved and compared ${moved.rows} rows and ${moved.files} files.`);
      } finally {
        for (const store of opened.toReversed()) await store.close();
        disown();
      }
    });
}
