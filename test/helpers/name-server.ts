import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NameServer {
  /** Its line for resolv.conf. */
  line: string;
  /** Every name that it was asked for, with those of which it says nothing. */
  asked: string[];
  stop(): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

/** A DNS server on loopback, which answers with 127.0.0.1 for these names and to any other question not at all. */
export async function startNameServer(names: string[]): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const { name, end, isIpv4 } = read(question);
    asked.push(name);
    if (!names.includes(name)) return;
    // RFC 1035, section 4: the question once more, and behind it the answer with a pointer to its name.
    const answer = isIpv4 ? Buffer.from('c00c000100010000003c00047f000001', 'hex') : Buffer.alloc(0);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    for (const [place, count] of [1, isIpv4 ? 1 : 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * place);
    socket.send(Buffer.concat([head, question.subarray(12, end), answer]), port, address);
  });
  // At the usual port, where that may be taken, every resolver finds it; at another one only those that read its number.
  const own = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  await new Promise<void>((resolve) => socket.bind(isRoot ? 53 : 0, own, resolve));
  const line = `nameserver ${own}${isRoot ? '' : `:${socket.address().port}`}\n`;
  return { line, asked, stop: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function read(question: Buffer): { name: string; end: number; isIpv4: boolean } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, isIpv4: question.readUInt16BE(at + 1) === 1 };
}

const unshare = ['unshare', '--mount', ...(isRoot ? [] : ['--map-root-user'])];

/** Whether a process can be given names of its own here. Says so where it cannot. */
export function canGiveNames(): boolean {
  if (process.platform === 'linux' && spawnSync(unshare[0]!, [...unshare.slice(1), 'true']).status === 0) return true;
  process.stderr.write('Skipped: a process cannot be given a hosts file of its own here.\n');
  return false;
}

/**
 * What to run a program with, so that it finds these files where the system's hosts file and resolv.conf are.
 * @param folder where the files may lie
 */
export function withNames(folder: string, files: { hosts: string; resolver: string }): string[] {
  const [hosts, resolver] = [join(folder, 'hosts'), join(folder, 'resolv.conf')];
  writeFileSync(hosts, files.hosts);
  writeFileSync(resolver, files.resolver);
  const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolver} /etc/resolv.conf`;
  return [...unshare, 'sh', '-c', `${mounts} && exec "$@"`, 'sh'];
}
