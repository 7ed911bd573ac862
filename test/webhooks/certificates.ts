import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { certificate, authority as isAuthority, subjectNames } from '../../server/http/certificate.ts';

/** Throw-away certificates, made here because a bare machine has no openssl. */

const day = 24 * 60 * 60 * 1000;

export interface Authority {
  pem: string;
  name: string;
  key: KeyObject;
}

export function createAuthority(name = 'A test authority'): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const parts = { issuer: name, signer: privateKey, subject: name, publicKey, until: Date.now() + day };
  return { pem: certificate({ ...parts, extensions: [isAuthority()] }), name, key: privateKey };
}

/** A server's certificate for names and addresses. @param days how long it holds from now; negative: it has ended */
export function issue(authority: Authority, hosts: string[], days = 1): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = certificate({
    issuer: authority.name,
    signer: authority.key,
    subject: hosts[0]!,
    publicKey,
    extensions: [subjectNames(hosts)],
    until: Date.now() + days * day,
  });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
