import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [address: Address, bits: number];

/** The assigned part of the IPv6 address space, and the range in it that was returned (RFC 3701). */
const GIVEN_OUT = ipaddr.parseCIDR('2000::/3');
const GIVEN_BACK = ipaddr.parseCIDR('3ffe::/16');

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
  if (address instanceof ipaddr.IPv4) return true;
  const [, , , , fifth = 0, sixth = 0] = address.parts;
  const isIsatap = (fifth & 0xfdff) === 0 && sixth === 0x5efe; // an IPv4 address follows (RFC 5214)
  return !isIsatap && isIn(address, GIVEN_OUT) && !isIn(address, GIVEN_BACK);
}

function isIn(address: Address, [network, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
