import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Throw-away certificates, made here because a bare machine has no openssl. DER as in RFC 5280. */

const day = 24 * 60 * 60 * 1000;

export interface Authority {
  pem: string;
  name: string;
  key: KeyObject;
}

export function createAuthority(name = 'A test authority'): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension('551d13', true, sequence(tlv(0x01, Buffer.from([0xff]))));
  const pem = certificate({ issuer: name, signer: privateKey, subject: name, publicKey, extensions: [isAuthority] });
  return { pem, name, key: privateKey };
}

/** A server's certificate for names and IPv4 addresses. @param days how long it holds from now; negative: it has ended */
export function issue(authority: Authority, hosts: string[], days = 1): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = hosts.map((host) =>
    isIPv4(host) ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host)),
  );
  const cert = certificate({
    issuer: authority.name,
    signer: authority.key,
    subject: hosts[0]!,
    publicKey,
    extensions: [extension('551d11', false, sequence(...names))],
    until: Date.now() + days * day,
  });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

function certificate(parts: {
  issuer: string;
  signer: KeyObject;
  subject: string;
  publicKey: KeyObject;
  extensions: Buffer[];
  until?: number;
}): string {
  const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const until = parts.until ?? Date.now() + day;
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(parts.issuer),
    sequence(time(Math.min(Date.now(), until) - day), time(until)),
    commonName(parts.subject),
    parts.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...parts.extensions)),
  );
  const der = sequence(body, ecdsaWithSha256, bitString(sign('sha256', body, parts.signer)));
  const lines = der.toString('base64').replace(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function extension(oid: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [tlv(0x01, Buffer.from([0xff]))] : [];
  return sequence(tlv(0x06, Buffer.from(oid, 'hex')), ...flag, tlv(0x04, value));
}

function commonName(name: string): Buffer {
  return sequence(tlv(0x31, sequence(tlv(0x06, Buffer.from('550403', 'hex')), tlv(0x0c, Buffer.from(name)))));
}

function time(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replace(/\.\d+|[-:T]/g, '');
  return tlv(0x18, Buffer.from(text));
}

function bitString(bytes: Buffer): Buffer {
  return tlv(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
