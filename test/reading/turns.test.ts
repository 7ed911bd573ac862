import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTurns } from '../../server/reading/turns.ts';

const whose: fc.Arbitrary<[string, string]> = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'));

it('gives everything once, each key its own in order, and nobody waits for two of another', () => {
  fc.assert(
    fc.property(fc.array(whose, { maxLength: 60 }), (all) => {
      const turns = createTurns<{ of: [string, string]; number: number }>();
      for (const [number, of] of all.entries()) turns.add(of, { of, number });
      const left = new Map(all.map(([tenant]) => [tenant, all.filter(([name]) => name === tenant).length]));
      const since = new Map<string, number>();
      const order: number[] = [];
      for (let item = turns.next(); item; item = turns.next()) {
        const [tenant] = item.of;
        order.push(item.number);
        left.set(tenant, left.get(tenant)! - 1);
        since.set(tenant, 0);
        for (const [other, count] of left) {
          if (other === tenant || count === 0) continue;
          since.set(other, (since.get(other) ?? 0) + 1);
          expect(since.get(other)).toBeLessThanOrEqual(left.size - 1);
        }
      }
      expect([...order].sort((x, y) => x - y)).toEqual(all.map((_, number) => number));
      for (const of of new Set(all.map(([tenant, key]) => `${tenant}${key}`))) {
        const own = order.filter((number) => all[number]!.join('') === of);
        expect(own).toEqual([...own].sort((x, y) => x - y));
      }
    }),
  );
});
