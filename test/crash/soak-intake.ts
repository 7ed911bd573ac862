import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../helpers/appliance.ts';
import { databaseFaults } from './database-faults.ts';
import { folderRun } from './folder-run.ts';
import { windowRun } from './window-run.ts';

// `npm run soak:intake [-- KILLS]`: the long form of window.test.ts and folder.test.ts, so many kills each. Ends with 1 when
// anything was lost, doubled, left half done or damaged.

const kills = Number(process.argv[2] ?? 100);
const log = (line: string): void => console.error(line);

for (const way of ['window', 'folder'] as const) {
  const folder = await temporaryFolder();
  try {
    const run = await (way === 'window' ? windowRun : folderRun)(folder.path, { kills, log });
    const listed = 'listed' in run ? run.listed : run.documents;
    const isRight = isDeepStrictEqual(listed.toSorted(), run.expected.toSorted());
    const isLeft = 'files' in run && run.files !== listed.length + run.replaced;
    const damage = databaseFaults('listed' in run ? folder.path : `${folder.path}/data`);
    const counts = {
      expected: run.expected.length,
      documents: listed.length,
      ...('repeated' in run && { repeated: run.repeated }),
    };
    console.log(
      JSON.stringify({ way, kills, ...counts, each_once: isRight, files_left: isLeft, database_faults: damage }),
    );
    if (!isRight || isLeft || damage.length > 0) process.exitCode = 1;
  } finally {
    await folder.remove();
  }
}
