import { setTimeout as delay } from 'node:timers/promises';
import { createKey, facturier, startAppliance } from '../helpers/appliance.ts';
import { type Seen, startClients } from './clients.ts';

export interface KillRun extends Seen {
  kills: number;
  /** How long the server needed to listen again, in milliseconds. */
  slowestStart: number;
}

const perKind = 3;

/**
 * Kills the real server with SIGKILL again and again at random moments while clients submit documents, documents are
 * read and events are delivered, and starts it again each time; then lets it come to rest.
 * @param settings.pause how often a client submits, in milliseconds
 */
export async function killRun(
  folder: string,
  settings: { kills: number; pause: number; log?: (line: string) => void },
): Promise<KillRun> {
  let server = await startAppliance(folder);
  const clients = await startClients({ address: () => server.url });
  const { seen } = clients;
  await facturier(folder, 'tenants', 'set', '--webhook-url', clients.webhookUrl);
  const testKeys = await Promise.all(Array.from({ length: perKind }, () => createKey(folder, 'test')));
  const liveKeys = await Promise.all(Array.from({ length: perKind }, () => createKey(folder, 'live')));

  let submitting = true;
  const client = async (key: string): Promise<void> => {
    while (submitting) {
      await clients.submit(key);
      await delay(settings.pause * (0.5 + Math.random()));
    }
  };
  const failures: unknown[] = [];
  const working = [...testKeys, ...liveKeys].map((key) => client(key).catch((error: unknown) => failures.push(error)));

  let slowestStart = 0;
  for (let kill = 1; kill <= settings.kills; kill++) {
    await delay(Math.random() * 2_500);
    await server.stop('SIGKILL');
    const started = performance.now();
    server = await startAppliance(folder);
    slowestStart = Math.max(slowestStart, performance.now() - started);
    if (failures.length > 0) throw failures[0];
    const { accepted, repeated } = seen;
    if (kill % 10 === 0) settings.log?.(`${kill} kills, ${accepted.size} documents accepted, ${repeated} asked again`);
  }
  submitting = false;
  await Promise.all(working);
  if (failures.length > 0) throw failures[0];

  await clients.comeToRest();
  const code = await server.stop();
  await clients.stop();
  if (code !== 0) throw new Error(`The server ended with ${code} when asked to stop`);
  return { ...seen, kills: settings.kills, slowestStart };
}
