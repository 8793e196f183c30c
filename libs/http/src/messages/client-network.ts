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

/**
 * The networks around a network, by the sizes in which providers assign them: to one site, to many sites, to a
 * provider.
 */
export interface NetworksAround {
  readonly site: string;
  readonly area: string;
  readonly provider: string;
}

/**
 * Prefix lengths in bytes. An IPv4 address counts as a site; wider IPv4 networks belong to many customers. RFC 6177 §2.
 */
const PREFIX_BYTES = {
  ipv6: { site: 7, area: 6, provider: 4 },
  ipv4: { site: 4, area: 3, provider: 2 },
};

/** The networks around a network of `clientNetwork`. Any other text is its own network. */
export function networksAround(network: string): NetworksAround {
  const [address = ''] = network.split('/');
  if (!ipaddr.isValid(address)) return { site: network, area: network, provider: network };
  const parsed = ipaddr.parse(address);
  const around = (length: number): string => {
    const bytes = parsed.toByteArray().map((byte, index) => (index < length ? byte : 0));
    return `${ipaddr.fromByteArray(bytes).toString()}/${length * 8}`;
  };
  const { site, area, provider } = PREFIX_BYTES[parsed.kind()];
  return { site: around(site), area: around(area), provider: around(provider) };
}
