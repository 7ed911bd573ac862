import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock, timestamp } from '../clock.ts';
import { type KeyMode, keyModes } from '../contract/document.ts';
import { maxLabel } from '../contract/limits.ts';
import { isWithin } from '../contract/text.ts';
import { currentVersion } from '../contract/versions.ts';
import * as keys from '../store/keys.ts';
import { type CommonOptions, command, print, table, withStore } from './command.ts';
import { oneTenant } from './tenants.ts';

interface CreateOptions extends CommonOptions {
  mode: KeyMode;
  tenant?: string;
  label?: string;
  expires?: string;
}

export function addKeys(program: Command): void {
  const parent = program.command('keys').description('API keys');

  command(parent, 'create', 'Make a key and print it; it is shown this once')
    .addOption(new Option('--mode <mode>', 'what the key is for').choices(keyModes).makeOptionMandatory())
    .option('--tenant <id>', 'whose key (may be left out while there is one tenant)')
    .option('--label <text>', 'a name for people', label)
    .option('--expires <date>', 'refused from this moment: YYYY-MM-DD (UTC) or a whole timestamp', moment)
    .action((options: CreateOptions) =>
      withStore(options, async ({ db }) => {
        const { mode, label = null, expires = null } = options;
        const tenant = await oneTenant(db, options.tenant);
        const now = systemClock.now();
        const version = currentVersion;
        const { key, id } = await keys.create(db, {
          tenantId: tenant.id,
          mode,
          label,
          expiresAt: expires,
          version,
          now,
        });
        print(options, { key, id, mode, tenant_id: tenant.id, version }, key);
      }),
    );

  command(parent, 'list', 'List keys by their hints').action((options: CommonOptions) =>
    withStore(options, async ({ db }) => {
      const rows = await keys.list(db);
      const headings = ['ID', 'KEY', 'MODE', 'TENANT', 'LABEL', 'STATE', 'LAST USED'];
      const now = timestamp(systemClock.now());
      const cells = rows.map((key) => [
        key.id,
        key.hint,
        key.mode,
        key.tenant_id,
        key.label,
        stateOf(key, now),
        key.last_used_at,
      ]);
      print(options, rows, table(headings, cells));
    }),
  );

  command(parent, 'revoke <key-id>', 'Refuse a key from now on').action((id: string, options: CommonOptions) =>
    withStore(options, async ({ db }) => {
      const revoked = await keys.revoke(db, id, systemClock.now());
      if (!revoked) throw new Error(`There is no key ${id}.`);
      // A running server may take it for good this little longer.
      await delay(keys.rememberedMs);
      print(options, { id, revoked: true }, `Revoked ${id}`);
    }),
  );
}

function stateOf(key: keys.Key, now: string): string {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at}`;
  if (key.expires_at === null) return 'valid';
  return key.expires_at > now ? `valid until ${key.expires_at}` : `expired ${key.expires_at}`;
}

function label(text: string): string {
  if (!isWithin(text, maxLabel)) throw new InvalidArgumentError(`A label has at most ${maxLabel} characters.`);
  return text;
}

function moment(text: string): string {
  const date = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(text)?.[1] ?? '';
  // JavaScript takes 30 February for 2 March.
  const exists = !Number.isNaN(Date.parse(date)) && timestamp(Date.parse(date)).startsWith(date);
  const milliseconds = exists ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new InvalidArgumentError('Give a date that exists as YYYY-MM-DD.');
  return timestamp(milliseconds);
}
