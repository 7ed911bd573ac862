import { type LookupAddress, promises } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds a name's addresses. Rejects when the signal aborts; NameNotFound when there are none. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export class NameNotFound extends Error {
  override readonly name = 'NameNotFound';
}

const windows = process.platform === 'win32';
const hostsFile = windows ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const resolverFile = '/etc/resolv.conf';
/** A name server that is silent is asked so often, the second time for longer; a receiver has ten seconds in all. */
const asked = { timeout: 1_500, tries: 2 };

/**
 * Finds a name as the system would: this machine's own names (RFC 6761, section 6.3), the hosts file, then DNS with the
 * search domains of resolv.conf (resolv.conf(5)). Not by the system's own function: that takes one of the process' few
 * threads, which all reading and writing of files goes through too, and keeps it and the end of the process for as long
 * as a name server is silent. Whoever submits a document chooses the name, and so the name server.
 */
export const findAddresses: FindAddresses = async (name, signal) => {
  const plain = name.toLowerCase().replace(/\.$/, '');
  if (plain === 'localhost' || plain.endsWith('.localhost')) return [addressOf('127.0.0.1'), addressOf('::1')];
  const listed = inHosts(await textOf(hostsFile, signal), plain);
  if (listed.length > 0) return listed;
  const candidates = name.endsWith('.') ? [plain] : searched(plain, await textOf(resolverFile, signal));
  for (const candidate of candidates) {
    const found = await inDns(candidate, signal);
    if (found.length > 0) return found;
  }
  throw new NameNotFound('The name has no address.');
};

async function inDns(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  // A new one each time knows the name servers as they are now, and can be ended without ending others' questions.
  const resolver = new promises.Resolver(asked);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(addressOf) : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** What a hosts file (hosts(5)) says of a name in small letters. */
function inHosts(text: string, name: string): LookupAddress[] {
  return linesOf(text).flatMap(([address = '', ...names]) =>
    isIP(address) !== 0 && names.some((each) => each.toLowerCase() === name) ? [addressOf(address)] : [],
  );
}

/** The names to ask for, in order: a short one first under the search domains, another first as it is. */
function searched(name: string, resolver: string): string[] {
  let domains: string[] = [];
  let dots = 1;
  for (const [keyword, ...values] of linesOf(resolver)) {
    // The last of them counts.
    if (keyword === 'search' || keyword === 'domain') domains = values;
    for (const value of keyword === 'options' ? values : []) dots = Number(/^ndots:(\d+)$/.exec(value)?.[1] ?? dots);
  }
  const under = domains.map((domain) => `${name}.${domain.replace(/\.$/, '')}`);
  return name.split('.').length > dots ? [name, ...under] : [...under, name];
}

/** The words of each line that has any, without comments. */
function linesOf(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.split(/[#;]/, 1)[0]!.trim());
  return lines.filter(Boolean).map((line) => line.split(/\s+/));
}

async function textOf(path: string, signal: AbortSignal): Promise<string> {
  try {
    return await readFile(path, { encoding: 'utf8', signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function addressOf(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
