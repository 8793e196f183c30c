import { describe, expect, it } from '@jest/globals';
import { AllowedAddresses } from './allowed-addresses.js';
import { redirectFrom } from './outgoing-url.js';

describe('redirects', () => {
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
