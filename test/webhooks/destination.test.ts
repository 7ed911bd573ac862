import { describe, expect, it, test } from 'vitest';
import { isRefusedAddress, urlProblem } from '../../server/webhooks/destination.ts';

test.each([
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  'fe80::1',
  'fe80::1%eth0',
  'febf:ffff::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '::ffff:0:169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  'fd00:ec2::254',
  'fd20:ce::254',
])('decisions.md, Events: the link-local or metadata address %s is refused', (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

describe.each(['100.100.100.200', '168.63.129.16', '192.0.0.192', '0.0.0.0', '0.1.2.3', '0.255.255.255'])(
  'decisions.md, Events: %s is refused',
  (address) => {
    const [a, b, c, d] = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
    it.each([
      address,
      `::${address}`,
      `::ffff:${address}`,
      `::ffff:${a}${b}:${c}${d}`,
      `::ffff:0:${address}`,
      `64:ff9b::${address}`,
      `64:ff9b:1::${address}`,
      `2002:${a}${b}:${c}${d}::1`,
    ])('as %s', (written) => expect(isRefusedAddress(written)).toBe(true));
  },
);

test.each([
  '127.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '10.0.0.1',
  '192.168.1.1',
  '::1',
  'fec0::1',
  'fd00::1',
  'fd00:ec2::253',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '0:0:0:0:0:0:0:1',
  '1.0.0.0',
  '100.100.100.199',
  '100.64.0.1',
  '168.63.129.17',
  '172.16.0.1',
  '192.0.0.193',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::1',
])('decisions.md, Events: %s is an address like any other', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

test.each([
  ['https://example.com/hook', true, true],
  ['https://127.0.0.1:8443/', true, true],
  ['HTTPS://EXAMPLE.COM', true, true],
  ['http://example.com/', false, false],
  ['http://127.0.0.1:8080/', false, true],
  ['http://127.9.9.9/', false, true],
  ['http://localhost:8080/', false, true],
  ['http://[::1]:8080/', false, true],
  ['http://10.0.0.1/', false, false],
  ['http://localhost.example.com/', false, false],
  ['http://127.0.0.1.example.com/', false, false],
  ['ftp://127.0.0.1/', false, false],
  ['file:///etc/passwd', false, false],
  ['javascript:alert(1)', false, false],
  ['example.com/hook', false, false],
  ['https://', false, false],
  ['', false, false],
])('decisions.md, Events: the URL %s is taken from a document: %s, for an account: %s', (url, document, account) => {
  expect(urlProblem(url, 'document') === null).toBe(document);
  expect(urlProblem(url, 'account') === null).toBe(account);
});
