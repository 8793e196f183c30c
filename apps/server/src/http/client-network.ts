import ipaddr from 'ipaddr.js';

/** The first half of an IPv6 address is its network: a single host may use every address of it. */
const NETWORK_PARTS = 4;

/**
 * What a client is counted by, for rates and connections: its IPv4 address, or the /64 network of its IPv6 address. An
 * IPv4 address that a socket of both families maps into IPv6 is the IPv4 address. Other texts are as they are.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const parts = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
