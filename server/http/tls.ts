import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { keepCertificate, keptCertificate } from '../store/certificate.ts';
import type { Store } from '../store/data-folder.ts';
import { type KeyAndCertificate, selfSigned } from './certificate.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an address is reached from this machine only. @param address a literal, or `localhost` */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * What the server proves itself with: the operator's certificate, or where others than this machine can reach it one
 * that is made on first use and kept. Null on loopback, where nobody is between the two ends.
 * @throws Error with one sentence for the operator when their files cannot be used
 */
export async function tlsFor(config: Config, store: Store, clock: Clock): Promise<KeyAndCertificate | null> {
  if (config.tls) {
    try {
      return {
        cert: readFileSync(config.tls.certificateFile, 'utf8'),
        key: readFileSync(config.tls.keyFile, 'utf8'),
      };
    } catch (error) {
      throw new Error(`The certificate or its key cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }
  if (isLoopback(config.host)) return null;
  const kept = await keptCertificate(store.db, store.vault);
  if (kept) return kept;
  const made = selfSigned(ownNames(config), clock.now());
  await keepCertificate(store.db, store.vault, made);
  return made;
}

function ownNames({ host, hostNames }: Config): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  const here = host === '0.0.0.0' || host === '::' ? addresses : [host];
  return [...new Set([...hostNames, hostname().toLowerCase(), ...here, 'localhost'])];
}
