import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AllowedAddresses } from './allowed-addresses.js';
import { NodeOutgoingHttp } from './node-outgoing-http.js';
import { redirectFrom } from './outgoing-url.js';

/** What names of the table resolve to. Nothing here asks a real resolver. */
const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.215.14', '192.168.0.1'],
  'mixed-6.example': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'zone.example': ['fe80::1%eth0'],
  'nonsense.example': ['not an address'],
  'trailing.example': ['127.0.0.1'],
};

const resolve = async (host: string): Promise<readonly string[]> => names[host] ?? [];
const ask = { method: 'GET', maxBytes: 1_000, timeoutMs: 5_000 } as const;

const LOCAL = [
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0x7F.0x0.0x0.0x1/',
  'http://127.255.255.254/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://api.localhost/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://router.home.arpa/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000::0001]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:0:127.0.0.1]/',
];

const PRIVATE = [
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://0xc0a80101/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://192.88.99.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[fd00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  'http://[3ffe::1]/',
  'http://[5f00::1]/',
  'http://[100:0:0:1::1]/',
  'http://192.31.196.1/',
  'http://[2606:2800::5efe:10.0.0.1]/',
  'http://[2606:2800::200:5efe:10.0.0.1]/',
  'http://[fe80::1%25eth0]/',
];

const SPELLINGS = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://example.com/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  '//example.com/',
  'example.com',
  '',
  'http:example.com',
  'http:/example.com',
  'http:///example.com',
  'http://',
  'http://good.example@127.0.0.1/',
  'http://user:password@example.com/',
  'http://@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1?@example.com/',
  'http://127.0.0.1\\@example.com/',
  'http://example.com\\.evil.example/',
  'http://exam\tple.com/',
  'http://example.com/\r\nX-Injected: yes',
  ' http://example.com/',
  'http://example.com/ ',
  'http://exa mple.com/',
  'http://example.com\u0000.evil.example/',
  'http://example.com../',
  'http://./',
  'http://1.2.3.4.5/',
  'http://256.256.256.256/',
  'http://[::1/',
  'http://[v1.fe80]/',
  `http://${'a'.repeat(64)}.${'b'.repeat(200)}/`,
  `http://example.com/${'a'.repeat(3_000)}`,
  'http://example.com:0/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://example.com:99999/',
  'https://example.com:25/',
];

describe('NodeOutgoingHttp without allowed addresses', () => {
  const http = new NodeOutgoingHttp({ resolve });

  it.each([...LOCAL, ...PRIVATE, ...SPELLINGS])('refuses %j without asking anyone', async (url) => {
    expect(() => http.check(url)).toThrow(expect.objectContaining({ code: 'address-not-allowed' }));
    await expect(http.request({ ...ask, url })).rejects.toMatchObject({ code: 'address-not-allowed' });
  });

  it.each(Object.keys(names))('refuses %s for what it resolves to', async (name) => {
    for (const host of [name, `${name}.`, name.toUpperCase()])
      await expect(http.request({ ...ask, url: `http://${host}/` })).rejects.toMatchObject({
        code: 'address-not-allowed',
      });
  });

  it('takes the forms of public addresses for what they are', () => {
    for (const url of [
      'https://1.1.1.1/',
      'http://[2606:4700:4700::1111]:8443/a?b',
      'https://bücher.example/',
    ])
      expect(() => http.check(url)).not.toThrow();
  });
});

describe('the names of hosts', () => {
  it.each([
    ['https://a.example/', 'http://b.example/'],
    ['https://a.example/', 'http://a.example/'],
    ['https://a.example/', 'file:///etc/passwd'],
    ['https://a.example/', '//127.0.0.1/'],
    ['https://a.example/', '/\\127.0.0.1/'],
    ['https://a.example/', 'https://user@b.example/'],
    ['https://a.example/', 'https://169.254.169.254/'],
    ['https://a.example/', 'https://'],
    ['http://a.example/', 'http://[::1]/'],
  ])('a redirect from %s to %j is refused', (from, to) => {
    const redirect = (): unknown => redirectFrom(new URL(from), to, AllowedAddresses.parse([]));
    expect(redirect).toThrow(expect.objectContaining({ code: 'address-not-allowed' }));
  });

  it('redirects that stay public and encrypted are followed', () => {
    const to = (location: string): string =>
      redirectFrom(new URL('https://a.example/x/y'), location, AllowedAddresses.parse([])).url.href;
    expect([to('z'), to('/z'), to('//b.example/z'), to('https://b.example')]).toEqual([
      ...['https://a.example/x/z', 'https://a.example/z', 'https://b.example/z', 'https://b.example/'],
    ]);
  });
});

describe('a name that resolves to something else a moment later', () => {
  let server: Server;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => void server.close());

  it('is asked at the address that was judged, and resolved once', async () => {
    let resolved = 0;
    // The first address is nobody's, so that the connection cannot succeed; it is allowed by name for this test only.
    const rebinding = async (): Promise<readonly string[]> =>
      (resolved += 1) === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
    const allowed = AllowedAddresses.parse(['127.0.0.2']);
    const http = new NodeOutgoingHttp({ allowed, resolve: rebinding });
    // The cast is safe: the server listens on a port.
    const { port } = server.address() as AddressInfo;
    const url = `http://rebinding.example:${port}/`;
    await expect(http.request({ ...ask, url })).rejects.toMatchObject({ code: 'connection-failed' });
    expect([resolved, asked]).toEqual([1, 0]);
    await expect(http.request({ ...ask, url })).rejects.toMatchObject({ code: 'address-not-allowed' });
    expect([resolved, asked]).toEqual([2, 0]);
  });
});

describe('AllowedAddresses', () => {
  it.each([
    '10.0.0.0/33',
    '10/8',
    '10.0.0',
    'a b',
    'fe80::1%eth0',
    'http://a/',
    '*',
    '0x7f.1/8',
    ':',
    '1.2.3.4/',
  ])('refuse the entry %j', (entry) => {
    expect(() => AllowedAddresses.parse([entry])).toThrow(/is neither an IP address/);
  });

  it('admit what is in their networks, also mapped to IPv6', () => {
    const allowed = AllowedAddresses.parse(['10.1.0.0/16', ' ::1 ', 'fd00::/8', 'Hooks.Internal', '']);
    const admitted = ['10.1.2.3', '::ffff:10.1.2.3', '::1', 'fd12::1', '10.2.0.1', '127.0.0.1', 'fe80::1'];
    expect(admitted.filter((address) => allowed.admits(address))).toEqual(admitted.slice(0, 4));
    expect([allowed.hasHost('hooks.internal'), allowed.hasHost('other.internal')]).toEqual([true, false]);
  });
});
