import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { fingerprintOf, selfSigned } from '../../server/http/certificate.ts';
import { type Appliance, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createAuthority, issue } from '../webhooks/certificates.ts';

/** Where other machines would reach this one; any address that is not loopback, else all of them. */
const lanAddress =
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '0.0.0.0';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let appliance: Appliance | null = null;

afterEach(async () => {
  await appliance?.stop();
  appliance = null;
  await folder.remove();
});

const start = async (env: NodeJS.ProcessEnv = {}): Promise<Appliance> => {
  appliance = await startAppliance(folder.path, { env, args: ['--host', lanAddress] });
  return appliance;
};

/** @returns status, and the certificate's fingerprint; trusting `ca` alone, or anything */
function ask(url: string, options: { ca?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number; fingerprint: string }>((resolve, reject) => {
    const trust = options.ca === undefined ? { rejectUnauthorized: false } : { ca: options.ca };
    const asked = request(`${url}/healthz`, { ...trust, headers: options.headers ?? {} }, (response) => {
      const fingerprint = (response.socket as TLSSocket).getPeerCertificate().fingerprint256;
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, fingerprint }));
    });
    asked.on('error', reject).end();
  });
}

describe('a server that other machines reach', () => {
  it('answers over TLS alone, with a certificate of its own whose fingerprint it says and keeps', async () => {
    folder = await temporaryFolder();
    const { url, log } = await start();
    expect(url).toMatch(/^https:/);
    const said = /fingerprint is ([0-9A-F:]{95})/.exec(log())?.[1];
    const first = await ask(url);
    expect(first).toEqual({ status: 200, fingerprint: said });
    await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow();
    // What is wrong with it for a stranger is only that nobody vouches for it.
    await expect(ask(url, { ca: createAuthority().pem })).rejects.toThrow(/self-signed/);
    expect((await facturier(folder.path, 'open')).stdout).toContain(`${url}/#sign-in=`);
    // The private key lies in no file in the clear.
    expect(readFileSync(join(folder.path, 'facturier.db')).includes('PRIVATE KEY')).toBe(false);

    await appliance?.stop();
    expect((await ask((await start()).url)).fingerprint).toBe(said);
  });

  it('is asked by its own names and addresses only', async () => {
    folder = await temporaryFolder();
    const { url } = await start({ FACTURIER_HOST_NAMES: 'facturi.example' });
    expect((await ask(url, { headers: { Host: 'facturi.example' } })).status).toBe(200);
    expect((await ask(url, { headers: { Host: 'rebound.example' } })).status).toBe(421);
  });

  it("uses the operator's certificate where there is one", async () => {
    folder = await temporaryFolder();
    const authority = createAuthority();
    const { cert, key } = issue(authority, ['facturi.example', lanAddress]);
    const env = {
      FACTURIER_TLS_CERTIFICATE: join(folder.path, 'own.pem'),
      FACTURIER_TLS_KEY: join(folder.path, 'own.key'),
    };
    writeFileSync(env.FACTURIER_TLS_CERTIFICATE, cert);
    await expect(start(env)).rejects.toThrow(/certificate or its key cannot be read/);
    writeFileSync(env.FACTURIER_TLS_KEY, key, { mode: 0o600 });
    await start(env);
    const { url } = appliance as unknown as Appliance;
    if (lanAddress !== '0.0.0.0') expect((await ask(url, { ca: authority.pem })).status).toBe(200);
    expect((await ask(url)).fingerprint).toBe(fingerprintOf(cert));
  });
});

describe('a certificate that is made here', () => {
  it('is good for its names and addresses, and no others', async () => {
    folder = await temporaryFolder();
    const { cert } = selfSigned(['one.example', '192.0.2.7', '2001:db8::17'], Date.now());
    const read = new X509Certificate(cert);
    expect(read.checkHost('one.example')).toBe('one.example');
    expect(read.checkHost('two.example')).toBeUndefined();
    expect(read.checkIP('192.0.2.7')).toBe('192.0.2.7');
    expect(read.checkIP('2001:db8::17')).toBe('2001:db8::17');
    expect(read.checkIP('2001:db8::18')).toBeUndefined();
    expect(read.verify(read.publicKey)).toBe(true);
    expect(new Date(read.validTo).getTime()).toBeGreaterThan(Date.now() + 9 * 365 * 24 * 3600 * 1000);
  });
});
