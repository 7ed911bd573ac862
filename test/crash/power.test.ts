import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/appliance.ts';
import { haveStrace } from '../helpers/prerequisites.ts';
import { answered, cutAndStart, recordFirstStart, recordWork, seeded } from './power-run.ts';

const nothing = { notStarted: [], lost: [], doubled: [], back: [], damaged: [] };
const cuts = 15;

describe.skipIf(!haveStrace())(
  'the power fails, and of what was not synced any sector may be there and any not',
  () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    beforeAll(async () => {
      folder = await temporaryFolder();
    });
    afterAll(() => folder.remove());

    test('during the first start: the next one starts', async () => {
      const recorded = await recordFirstStart(folder.path);
      const random = seeded(1);
      for (let cut = 0; cut < cuts; cut++) {
        const count = Math.floor(random() * (recorded.steps.length + 1));
        expect(await cutAndStart(recorded, count, join(folder.path, 'cut'), random)).toEqual(nothing);
      }
    }, 300_000);

    test('at work: it starts, nothing accepted is lost or doubled, and nothing erased is back', async () => {
      const recorded = await recordWork(folder.path);
      expect(answered(recorded)).toEqual({ accepted: 8, deleted: 3 });
      const random = seeded(2);
      // The moments right after an answer are where most is promised and least is synced.
      const afterAnswers = recorded.steps.flatMap((step, index) => (step.kind === 'said' ? [index + 1] : []));
      for (let cut = 0; cut < cuts; cut++) {
        const any = Math.floor(random() * (recorded.steps.length + 1));
        const count = cut % 2 === 0 ? any : afterAnswers[Math.floor(random() * afterAnswers.length)]!;
        expect(await cutAndStart(recorded, count, join(folder.path, 'cut'), random)).toEqual(nothing);
      }
    }, 300_000);
  },
);
