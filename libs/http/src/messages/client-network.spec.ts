import { describe, expect, it } from '@jest/globals';
import { clientNetwork, networksAround } from './client-network.js';

describe('the network a client is counted by', () => {
  it.each([
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['an IPv4 address that is mapped into IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
    ['the same in hexadecimal', '::ffff:c000:207', '192.0.2.7'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['one that is written short', '2001:db8::1', '2001:db8:0:0::/64'],
    ['one of a link', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['what a proxy calls unknown', 'unknown', 'unknown'],
    ['no address', '', ''],
  ])('of %s', (_, address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  it('is one for a host that uses another address for every request, and another for its neighbour', () => {
    const own = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::', '2001:DB8:0:1:0:0:0:2'];
    expect(new Set(own.map(clientNetwork)).size).toBe(1);
    expect(clientNetwork('2001:db8:0:2::1')).not.toBe(clientNetwork('2001:db8:0:1::1'));
  });
});

describe('the networks around a client', () => {
  it.each([
    ['2001:db8:12:3456::7', ['2001:db8:12:3400::/56', '2001:db8:12::/48', '2001:db8::/32']],
    ['192.0.2.7', ['192.0.2.7/32', '192.0.2.0/24', '192.0.0.0/16']],
    ['unknown', ['unknown', 'unknown', 'unknown']],
    ['', ['', '', '']],
  ])('of %s', (address, networks) => {
    const { site, area, provider } = networksAround(clientNetwork(address));
    expect([site, area, provider]).toEqual(networks);
  });
});
