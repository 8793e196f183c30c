import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, bits: number];

/**
 * Networks that ipaddr.js calls `unicast`, and through which a private address is reached or which belong to nobody:
 * IPv4-compatible addresses (RFC 4291), NAT64 for local use (RFC 8215), the dummy prefix (RFC 9780), segment routing (RFC 9602), ISATAP below is by its
 * identifier, and networks that were given back (6bone, site-local).
 */
const RESERVED_6 = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100:0:0:1::/64',
  '5f00::/16',
  '3ffe::/16',
  'fec0::/10',
];

/** The relays of 6to4 (RFC 7526), and networks for tests and documents that are not in every version of ipaddr.js. */
const RESERVED_4 = [
  '192.88.99.0/24',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
];

const reserved = [...RESERVED_4, ...RESERVED_6].map((network) => ipaddr.parseCIDR(network));

/** The networks and hosts that the operator allows although they are private. */
export class AllowedAddresses {
  private constructor(
    private readonly networks: readonly Network[],
    private readonly hosts: ReadonlySet<string>,
  ) {}

  /**
   * Parses addresses (`10.0.0.7`), networks (`10.0.0.0/8`, `fd00::/8`) and names of hosts (`hooks.internal`).
   * @throws {Error} naming the entry that is none of them.
   */
  static parse(entries: readonly string[]): AllowedAddresses {
    const networks: Network[] = [];
    const hosts = new Set<string>();
    for (const entry of entries.map((text) => text.trim().toLowerCase()).filter((text) => text !== '')) {
      const network = networkOf(entry);
      if (network !== undefined) networks.push(network);
      else if (/^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(entry) && !/^[\d.]+$/.test(entry))
        hosts.add(entry);
      else
        throw new Error(
          `'${entry}' is neither an IP address, a network such as 10.0.0.0/8, nor the name of a host`,
        );
    }
    return new AllowedAddresses(networks, hosts);
  }

  /** Whether this host was allowed by its name. */
  hasHost(name: string): boolean {
    return this.hosts.has(name);
  }

  /** Whether a connection to this address may be made: it is public, or allowed. */
  admits(text: string): boolean {
    if (!ipaddr.isValid(text) || text.includes('%')) return false;
    const address = ipaddr.process(text); // the address in an IPv4-mapped one
    return this.networks.some((network) => isIn(address, network)) || isPublic(address);
  }
}

function networkOf(entry: string): Network | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(entry)) return [ipaddr.IPv4.parse(entry), 32];
  if (ipaddr.IPv6.isValid(entry) && !entry.includes('%')) return [ipaddr.IPv6.parse(entry), 128];
  const [base = '', bits] = entry.split('/');
  if (bits === undefined || (!base.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(base)))
    return undefined;
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) {
    if (!isIn(address, [ipaddr.IPv6.parse('2000::'), 3])) return false; // all that is given out
    const [, , , , fifth = 0, sixth = 0] = address.parts;
    if ((fifth & 0xfdff) === 0 && sixth === 0x5efe) return false; // ISATAP: an IPv4 address follows
  }
  return !reserved.some((network) => isIn(address, network));
}

function isIn(address: Address, [network, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
