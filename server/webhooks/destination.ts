import { BlockList, isIP } from 'node:net';

/** Who set a webhook URL: a submission, or the operator for the whole account. */
export type UrlOwner = 'document' | 'account';

/**
 * Link-local addresses, where clouds answer with their machine's credentials, in IPv4 and in every IPv6 form that
 * carries IPv4: mapped (::ffff:0:0/96), compatible (::/96), translated (::ffff:0:0:0/96), NAT64 (64:ff9b::/96, and
 * 64:ff9b:1::/96 of RFC 8215) and 6to4 (2002::/16); and the two that answer likewise outside of them (AWS, Google).
 */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('::ffff:169.254.0.0', 112, 'ipv6');
refused.addSubnet('::169.254.0.0', 112, 'ipv6');
refused.addSubnet('64:ff9b::169.254.0.0', 112, 'ipv6');
refused.addSubnet('::ffff:0:169.254.0.0', 112, 'ipv6');
refused.addSubnet('64:ff9b:1::169.254.0.0', 112, 'ipv6');
refused.addSubnet('2002:a9fe::', 32, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');

/** Whether no event may go to this address. @param address an IP literal; an IPv6 zone (`%eth0`) does not matter */
export function isRefusedAddress(address: string): boolean {
  const plain = address.split('%', 1)[0]!;
  return refused.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * What is wrong with a webhook URL, in words for the person who set it, or null. A document's is https only; an
 * account's may be http on a loopback host, for an ERP on this machine. The address behind a name is checked when an
 * event is sent, because it can change until then.
 */
export function urlProblem(text: string, owner: UrlOwner): string | null {
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
