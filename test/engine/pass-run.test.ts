import { expect, it } from 'vitest';
import { PassRun } from '../../server/engine/pass-run.ts';

const word = (text: string, x: number) => ({ text, x, y: 100, width: 10 * text.length, height: 10 });

it('a pass over words tells which words took which ones’ places', async () => {
  const run = new PassRun({ without: new Set(['read_latin']), traced: true });
  const read = [word('12O', 0), word('LEI1', 40), word('stays', 100)];
  const parted = await run.words('part_columns', read, () => [
    word('12O', 0),
    word('LEI', 40),
    word('1', 70),
    read[2]!,
  ]);
  expect(await run.words('read_latin', parted, () => [])).toBe(parted);
  await run.words('resolve_confusables', parted, ([first, ...rest]) => [{ ...first!, text: '120' }, ...rest]);
  await run.words('read_lost_print', parted, (words) => [...words, word('7', 300)]);
  expect(run.changes).toEqual([
    { pass: 'part_columns', from: 'LEI1', to: 'LEI 1' },
    { pass: 'resolve_confusables', from: '12O', to: '120' },
    { pass: 'read_lost_print', from: '', to: '7' },
  ]);
});

it('a pass over a picture tells that it changed it, and one that is left out changes nothing', () => {
  const grey = { width: 2, height: 1, data: new Uint8Array([255, 9]) };
  const darken = () => void grey.data.fill(0);
  const run = new PassRun({ without: new Set(['darken_faint']), traced: true });
  run.picture(
    'even_light',
    () => grey,
    () => {},
  );
  expect(run.picture('darken_faint', () => grey, darken)).toBeUndefined();
  expect([...grey.data]).toEqual([255, 9]);
  run.picture('whiten_tints', () => grey, darken);
  expect(run.changes).toEqual([{ pass: 'whiten_tints', from: null, to: null }]);
});
