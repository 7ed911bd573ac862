import { registerHooks } from 'node:module';

// Loaded before an appliance, whose list of migrations it takes for another version's (OTHER_VERSION).
const lists: Record<string, string> = {
  /** The version before the last migration. */
  older: 'Object.fromEntries(Object.entries(known).slice(0, -1))',
  /** One with a migration more, as all of them are to be: it only adds. */
  newer: `{ ...known, '0999-adds': { up } }`,
  /** One that takes away what no version before it can do without. */
  taking: `{ ...known, '0999-takes': { up, needs: '0999-takes' } }`,
};
const list = lists[process.env.OTHER_VERSION ?? ''];
if (list === undefined) throw new Error('OTHER_VERSION must name a version.');

const source = `
  import { migrations as known } from './all.ts?known';
  const up = async ({ schema }) => {
    await schema.alterTable('documents').addColumn('added', 'text', (column) => column.notNull().defaultTo('new')).execute();
    await schema.createTable('added')
      .addColumn('document_id', 'text', (column) => column.primaryKey().references('documents.id')).execute();
    await schema.createIndex('documents_added').on('documents').columns(['tenant_id', 'added']).execute();
  };
  export const migrations = ${list};`;

/** What came with the last migration, and how its files were for the version before, which knows nothing of it. */
const before: Record<string, (source: string) => string> = {
  '/store/bookings.ts': () => `
    export const sealedBookings = () => null, bookingsOf = async () => new Map();`,
  '/store/reviews.ts': (source) => source.replace(/ bookings: sealedBookings\(.*?\),/, ''),
  '/store/taken-back.ts': (source) => source.replace(' bookings: null,', ''),
};

registerHooks({
  load(url, context, next) {
    if (url.endsWith('/store/migrations/all.ts')) return { format: 'module', source, shortCircuit: true };
    const loaded = next(url, context);
    const [, older] = Object.entries(before).find(([path]) => url.endsWith(path)) ?? [];
    if (process.env.OTHER_VERSION !== 'older' || !older) return loaded;
    const without = older(String(loaded.source));
    if (without === String(loaded.source) || /bookings: (sealed|null)/.test(without))
      throw new Error('What the last migration added is written elsewhere by now.');
    return { ...loaded, source: without };
  },
});
