import { IDEMPOTENCY_MS, type Clock, type IdempotencyRepository } from '@cairn/kernel';
import { tooManyKeys } from '../errors/idempotency-errors.js';

/** The maximum number of remembered keys of one account, link or network. */
const MAX_KEYS = 100_000;

/** The maximum size of kept responses. Above it, requests run and are remembered, but their responses are not kept. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How long a count from the store is used, together with what this node has added since. */
const COUNTED_MS = 60 * 1000;

/** The maximum number of counts in memory. */
const MAX_OWNERS = 1_000;

interface Counted {
  readonly at: number;
  claims: number;
  bytes: number;
}

/**
 * Limits what is kept for 24 hours. What other nodes add is noticed a minute later, so that a request costs no extra
 * query.
 */
export class KeptAnswers {
  private readonly counted = new Map<string, Counted>();

  constructor(
    private readonly ports: {
      readonly claims: Pick<IdempotencyRepository, 'usage'>;
      readonly clock: Clock;
    },
  ) {}

  /** Counts one more key. @throws {HttpError} 429 if there are too many. */
  async addKey(owner: string): Promise<void> {
    const counted = await this.countedOf(owner);
    if (counted.claims >= MAX_KEYS) throw tooManyKeys();
    counted.claims += 1;
  }

  /** Whether a response of this length may be kept. If so, it is counted. */
  takes(owner: string, bytes: number): boolean {
    const counted = this.counted.get(owner);
    if (counted === undefined) return true;
    if (counted.bytes + bytes > MAX_BYTES) return false;
    counted.bytes += bytes;
    return true;
  }

  private async countedOf(owner: string): Promise<Counted> {
    const { claims, clock } = this.ports;
    const now = clock.now();
    const known = this.counted.get(owner);
    if (known !== undefined && now - known.at < COUNTED_MS) return known;
    const counted = { at: now, ...(await claims.usage(owner, now - IDEMPOTENCY_MS)) };
    this.counted.delete(owner);
    const [oldest] = this.counted.keys();
    if (oldest !== undefined && this.counted.size >= MAX_OWNERS) this.counted.delete(oldest);
    this.counted.set(owner, counted);
    return counted;
  }
}
