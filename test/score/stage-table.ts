import { type Loss, stages } from './losses.ts';

/** How many values were lost at each stage: a row a group, the largest first, and all together at the end. */
export function table<T extends Pick<Loss, 'stage'>>(losses: readonly T[], groupOf: (loss: T) => string): string {
  const groups = [...Map.groupBy(losses, groupOf)].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  const width = Math.max(3, ...groups.map(([name]) => name.length));
  const row = (name: string, own: readonly T[]): string =>
    [
      name.padEnd(width),
      String(own.length).padStart(5),
      ...stages.map((stage) =>
        String(own.filter((loss) => loss.stage === stage).length || '·').padStart(stage.length + 2),
      ),
    ].join('');
  const head = [''.padEnd(width), '  all', ...stages.map((stage) => `  ${stage}`)].join('');
  return [head, ...groups.map(([name, own]) => row(name, own)), row('all', losses)].join('\n');
}
