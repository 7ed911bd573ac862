import { BlockList, isIP } from 'node:net';
import { maxWebhookUrl } from '../contract/limits.ts';
import { isWithin } from '../contract/text.ts';

/** Who set a webhook URL: a submission, or the operator for the whole account. */
export type UrlOwner = 'document' | 'account';

/**
 * Where clouds answer with their machine's credentials: link-local addresses, and those of Alibaba Cloud, Azure and Oracle
 * outside of them. And "this network" (RFC 1122, section 3.2.1.3), which leads to this machine without being called so.
 */
const refusedIpv4: [address: string, bits: number][] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['0.0.0.0', 8],
];
/** What IPv6 carries IPv4 behind: nothing, `ffff`, `ffff:0`, and the prefixes of NAT64 (RFC 6052, RFC 8215). */
const carriers = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];

const refused = new BlockList();
for (const [address, bits] of refusedIpv4) {
  refused.addSubnet(address, bits, 'ipv4');
  for (const carrier of carriers) refused.addSubnet(`${carrier}${address}`, 96 + bits, 'ipv6');
  refused.addSubnet(sixToFour(address), 16 + bits, 'ipv6');
}
refused.addSubnet('fe80::', 10, 'ipv6');
// As link-local ones, AWS and Google.
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');

/** This machine, although it is written as one of 0.0.0.0/8 is behind nothing. */
const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');

/** Whether no event may go to this address. @param address an IP literal; an IPv6 zone (`%eth0`) does not matter */
export function isRefusedAddress(address: string): boolean {
  const plain = address.split('%', 1)[0]!;
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  return refused.check(plain, family) && !loopback.check(plain, family);
}

/** What 6to4 (RFC 3056) makes of an IPv4 address. */
function sixToFour(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::`;
}

/**
 * What is wrong with a webhook URL, in words for the person who set it, or null. A document's is https only; an
 * account's may be http on a loopback host, for an ERP on this machine. The address behind a name is checked when an
 * event is sent, because it can change until then.
 */
export function urlProblem(text: string, owner: UrlOwner): string | null {
  if (!isWithin(text, maxWebhookUrl)) return `is longer than ${maxWebhookUrl} characters`;
  if (!URL.canParse(text)) return 'is not a URL';
  const url = new URL(text);
  if (url.protocol === 'https:') return null;
  if (owner === 'document') return 'must be an https URL';
  if (url.protocol === 'http:' && isLoopbackHost(hostOf(url))) return null;
  return 'must be an https URL, or http on this machine (127.0.0.1, ::1, localhost)';
}

/** The host of a URL without the brackets that an IPv6 literal has there. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
