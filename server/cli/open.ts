import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { personHere } from '../person.ts';
import { lastAddress } from '../store/address.ts';
import { sharedClock } from '../store/data-folder.ts';
import { createSignIn } from '../store/sessions.ts';
import { answers } from './answers.ts';
import { type CommonOptions, command, print, withStore } from './command.ts';
import { oneTenant } from './tenants.ts';

export function addOpen(program: Command): void {
  command(program, 'open', 'Print a link that opens the window in a browser, once, within ten minutes')
    .option('--tenant <id>', 'the tenant whose documents it shows; may be left out while there is one')
    .option('--as <name>', 'who will sit at the window, for the history of each document; else your account here')
    .action((options: CommonOptions & { tenant?: string; as?: string }) =>
      withStore(options, async (store) => {
        const { db } = store;
        const tenant = await oneTenant(db, options.tenant);
        const address = await lastAddress(db);
        if (!address || !(await answers(address))) {
          throw new Error('No server is running on this data folder; start one with: facturier serve');
        }
        // In the fragment, which browsers keep to themselves: the token is in no request and in no log.
        const session = { tenantId: tenant.id, person: options.as ?? personHere() };
        const url = `${address}/#sign-in=${await createSignIn(db, session, sharedClock(systemClock, store).now())}`;
        print(options, { url }, url);
      }),
    );
}
