import { lookup, Resolver } from 'node:dns/promises';
import { FairSemaphore } from '@cairn/kernel';

/** Returns the addresses of a name; an empty list if it is unknown. Rejects if no server answers. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** If more names wait for the machine's resolver, further ones count as unresolvable. */
const MAX_WAITING = 100;
const QUERY = { timeout: 2_000, tries: 2 };

/**
 * Resolves names as the machine does, including its hosts file, one at a time. Node does this in two threads, which
 * connections to the stores need too, and a slow name server blocks a thread. Meanwhile, other names are looked up at
 * the DNS servers, which needs no thread; the machine resolves only names that the DNS servers do not know.
 */
export class MachineResolver {
  private readonly turns = new FairSemaphore({ count: 1, maxWaiting: MAX_WAITING });
  private underWay = 0;

  constructor(
    private readonly by: { readonly lookup: Resolve; readonly query: Resolve } = { lookup: lookUp, query },
  ) {}

  async resolve(host: string): Promise<readonly string[]> {
    const known = this.underWay === 0 ? [] : await this.by.query(host);
    return known.length > 0 ? known : await this.inTurn(host);
  }

  private async inTurn(host: string): Promise<readonly string[]> {
    this.underWay += 1;
    try {
      const release = await this.turns.acquire({ holder: host });
      if (typeof release === 'string') throw new Error('too many names are looked up');
      return await this.by.lookup(host).finally(release);
    } finally {
      this.underWay -= 1;
    }
  }
}

async function lookUp(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

async function query(host: string): Promise<readonly string[]> {
  const resolver = new Resolver(QUERY);
  const addresses: string[] = [];
  for (const asked of await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])) {
    if (asked.status === 'fulfilled') addresses.push(...asked.value);
    else if (!isUnknown(asked.reason)) throw asked.reason;
  }
  return addresses;
}

function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
