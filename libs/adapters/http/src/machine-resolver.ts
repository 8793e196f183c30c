import { lookup, Resolver } from 'node:dns/promises';
import { FairSemaphore } from '@cairn/kernel';

/** The addresses of a name; none where it is unknown. Rejects where nobody can tell. */
type Resolve = (host: string) => Promise<readonly string[]>;

/** More names that only the machine may know are unresolvable. */
const MAX_WAITING = 100;
const QUERY = { timeout: 2_000, tries: 2 };

/**
 * Resolves names as the machine does, with its file of hosts: one at a time. Node has two threads for that, which the
 * connections to the stores need too, and a name takes one for as long as its servers are slow. Meanwhile other names are
 * asked of the DNS servers, which takes no thread; the machine is asked for those that they do not know.
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
