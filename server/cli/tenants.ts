import { type Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../clock.ts';
import { maxTenantName } from '../contract/limits.ts';
import { isWithin } from '../contract/text.ts';
import type { Db } from '../store/db.ts';
import * as tenants from '../store/tenants.ts';
import { urlProblem } from '../webhooks/destination.ts';
import { type CommonOptions, command, print, table, withStore } from './command.ts';
import { UsageError } from './usage-error.ts';

/** What takes a setting away. (Commander turns a parser's null into an empty text, so it stays a word until used.) */
const none = 'none';

interface SetOptions extends CommonOptions {
  webhookUrl?: string;
  monthlyQuota?: string;
}

export function addTenants(program: Command): void {
  const parent = program.command('tenants').description('Accounts, each with its own keys and documents');

  command(parent, 'list', 'List tenants').action((options: CommonOptions) =>
    withStore(options, async ({ db }) => {
      const rows = await tenants.list(db);
      const cells = rows.map((each) => [each.id, each.name, each.webhook_url, each.monthly_quota]);
      print(options, rows, table(['ID', 'NAME', 'WEBHOOK URL', 'MONTHLY QUOTA'], cells));
    }),
  );

  command(parent, 'create <name>', 'Make a tenant and print its id').action((name: string, options: CommonOptions) =>
    withStore(options, async ({ db, vault }) => {
      if (name.trim() === '') throw new UsageError('Give the tenant a name.');
      if (!isWithin(name, maxTenantName)) throw new UsageError(`A name has at most ${maxTenantName} characters.`);
      const tenant = await tenants.create(db, vault, { name, now: systemClock.now() });
      print(options, tenant, tenant.id);
    }),
  );

  command(parent, 'set [id]', 'Change a tenant; the id may be left out while there is one')
    .option('--webhook-url <url>', "where events go when a document names no URL, or 'none'", webhookUrl)
    .option('--monthly-quota <n>', "live documents per calendar month, or 'none'", quota)
    .action((id: string | undefined, options: SetOptions) =>
      withStore(options, async ({ db }) => {
        const changes = {
          ...(options.webhookUrl !== undefined && { webhook_url: unlessNone(options.webhookUrl) }),
          ...(options.monthlyQuota !== undefined && { monthly_quota: quotaOf(options.monthlyQuota) }),
        };
        if (Object.keys(changes).length === 0)
          throw new UsageError('Say what to set: --webhook-url or --monthly-quota.');
        const tenant = await tenants.update(db, (await oneTenant(db, id)).id, changes);
        if (!tenant) throw new Error('The tenant is gone.');
        const { webhook_url, monthly_quota } = tenant;
        print(
          options,
          tenant,
          `${tenant.id}  webhook URL: ${webhook_url ?? 'none'}, monthly quota: ${monthly_quota ?? 'none'}`,
        );
      }),
    );

  command(parent, 'secret [id]', "Print the secret that a tenant's events are signed with")
    .option('--rotate', 'make a new one first; the next attempt of every event is signed with it')
    .action((id: string | undefined, options: CommonOptions & { rotate?: boolean }) =>
      withStore(options, async ({ db, vault }) => {
        const tenant = await oneTenant(db, id);
        const read = options.rotate ? tenants.rotateSecret : tenants.signingSecret;
        const secret = await read(db, vault, tenant.id);
        print(options, { tenant_id: tenant.id, secret }, secret);
      }),
    );
}

/**
 * The tenant of this id; without an id the only one there is.
 * @throws UsageError when there are several to choose from
 */
export async function oneTenant(db: Db, id: string | undefined): Promise<tenants.Tenant> {
  if (id !== undefined) {
    const tenant = await tenants.get(db, id);
    if (!tenant) throw new Error(`There is no tenant ${id}.`);
    return tenant;
  }
  const [first, second] = await tenants.list(db);
  if (!first || second)
    throw new UsageError('There are several tenants; say which one by its id (facturier tenants list).');
  return first;
}

function webhookUrl(text: string): string {
  const problem = text === none ? null : urlProblem(text, 'account');
  if (problem) throw new InvalidArgumentError(`The URL ${problem}.`);
  return text;
}

function quota(text: string): string {
  if (text !== none && !/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`Give a whole number, or '${none}'.`);
  return text;
}

function unlessNone(text: string): string | null {
  return text === none ? null : text;
}

function quotaOf(text: string): number | null {
  return text === none ? null : Number(text);
}
