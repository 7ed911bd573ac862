import { join } from 'node:path';
import { temporaryFolder } from '../helpers/appliance.ts';
import { type AfterCut, cutAndStart, recordFirstStart, recordWork, seeded } from './power-run.ts';

// `npm run soak:power [-- SEED [EVERY]]`: the long form of power.test.ts, a cut after each step that was recorded, or each
// so manyth. Ends with 1 when anything was lost, doubled, damaged or back.

const seed = Number(process.argv[2] ?? 1);
const every = Number(process.argv[3] ?? 1);
const folder = await temporaryFolder();
const total: AfterCut = { notStarted: [], lost: [], doubled: [], back: [], damaged: [] };
let cuts = 0;
try {
  for (const record of [recordFirstStart, recordWork]) {
    const recorded = await record(folder.path);
    const random = seeded(seed);
    console.error(`${record.name}: ${recorded.steps.length} steps`);
    for (let count = 0; count <= recorded.steps.length; count += every) {
      const found = await cutAndStart(recorded, count, join(folder.path, 'cut'), random);
      for (const name of Object.keys(total) as (keyof AfterCut)[]) total[name].push(...found[name]);
      cuts++;
      if (cuts % 50 === 0) console.error(`${cuts} cuts`);
    }
  }
  console.log(JSON.stringify({ seed, cuts, ...total }, null, 2));
  process.exitCode = Object.values(total).every((list) => list.length === 0) ? 0 : 1;
} finally {
  await folder.remove();
}
