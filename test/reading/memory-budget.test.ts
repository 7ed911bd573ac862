import fc from 'fast-check';
import { expect, it } from 'vitest';
import { budgetOf } from '../../server/reading/memory-budget.ts';

const machines = fc.record({
  memoryMb: fc.integer({ min: 1024, max: 512 * 1024 }),
  cores: fc.integer({ min: 1, max: 256 }),
});

it('leaves a quarter of every machine free, whatever reads at once', () => {
  fc.assert(
    fc.property(machines, ({ memoryMb, cores }) => {
      const { readers, shareMb, aloneMb, besideMb } = budgetOf(memoryMb, cores);
      expect(250 + Math.max(readers * shareMb, aloneMb) + besideMb).toBeLessThanOrEqual(0.75 * memoryMb);
    }),
  );
});

it('always reads one file, no more at once than there are cores, and alone with no less than beside others', () => {
  fc.assert(
    fc.property(machines, ({ memoryMb, cores }) => {
      const { readers, shareMb, aloneMb } = budgetOf(memoryMb, cores);
      expect(readers).toBeGreaterThanOrEqual(1);
      expect(readers).toBeLessThanOrEqual(Math.min(4, cores));
      expect(aloneMb).toBeGreaterThanOrEqual(shareMb);
      if (readers > 1) expect(shareMb).toBeGreaterThanOrEqual(400);
    }),
  );
});

it('gives a large machine what the largest picture takes, and no more', () => {
  expect(budgetOf(64 * 1024, 8)).toEqual({ readers: 4, shareMb: 1536, aloneMb: 1536, besideMb: 1536 });
});
