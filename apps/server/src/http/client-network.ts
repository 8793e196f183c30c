import ipaddr from 'ipaddr.js';

/** The first half of an IPv6 address is the network: a single host may use every address in it. */
const NETWORK_PARTS = 4;

/**
 * The key for rate and connection limits per client: its IPv4 address, or the /64 network of its IPv6 address. An
 * IPv4-mapped IPv6 address counts as the IPv4 address. Other texts are returned unchanged.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const parts = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
