import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

const dayMs = 24 * 60 * 60 * 1000;
/** Long enough that nobody has to think of it; whoever trusts it trusts its fingerprint, not its dates. */
const selfMadeMs = 10 * 365 * dayMs;

/** A certificate and its private key, both PEM. */
export interface KeyAndCertificate {
  cert: string;
  key: string;
}

/** A certificate that vouches for itself. @param hosts names and addresses that it is good for, the first its subject */
export function selfSigned(hosts: string[], now: number): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = hosts[0] ?? 'Facturier';
  const cert = certificate({
    issuer: subject,
    signer: privateKey,
    subject,
    publicKey,
    extensions: [subjectNames(hosts)],
    until: now + selfMadeMs,
  });
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** As browsers show it: SHA-256 in pairs of hexadecimal digits. @param pem the first certificate in it counts */
export function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

/** The extension that says which hosts a certificate is for (RFC 5280, 4.2.1.6). */
export function subjectNames(hosts: string[]): Buffer {
  const names = hosts.map((host) => {
    if (isIPv4(host)) return tlv(0x87, Buffer.from(host.split('.').map(Number)));
    if (isIPv6(host)) return tlv(0x87, ipv6Bytes(host));
    return tlv(0x82, Buffer.from(host));
  });
  return extension('551d11', false, sequence(...names));
}

/** The extension that makes a certificate one that may sign others (RFC 5280, 4.2.1.9). */
export function authority(): Buffer {
  return extension('551d13', true, sequence(tlv(0x01, Buffer.from([0xff]))));
}

/**
 * An X.509 certificate in PEM, DER as in RFC 5280. Node can read certificates but not make them, and what this needs of
 * DER is a page.
 * @param parts.until milliseconds; it is good from a day before, for clocks that are late
 */
export function certificate(parts: {
  issuer: string;
  signer: KeyObject;
  subject: string;
  publicKey: KeyObject;
  extensions: Buffer[];
  until: number;
}): string {
  const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const { until } = parts;
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(parts.issuer),
    sequence(time(Math.min(Date.now(), until) - dayMs), time(until)),
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
  // RFC 5280, 4.1.2.5: two digits of the year until 2049.
  return text < '2050' ? tlv(0x17, Buffer.from(text.slice(2))) : tlv(0x18, Buffer.from(text));
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

/** @param address without a zone */
function ipv6Bytes(address: string): Buffer {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = canonical.split('::');
  const words = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const missing = 8 - words(before).length - words(after ?? '').length;
  const all = [...words(before), ...Array.from({ length: missing }, () => '0'), ...words(after ?? '')];
  return Buffer.from(all.flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 0xff]));
}
