import { IDEMPOTENCY_MS, type Clock, type IdempotencyRepository } from '@cairn/kernel';
import { tooManyKeys } from '../../errors/idempotency-errors.js';

/** Keys of one account, link or network that are remembered. */
const MAX_KEYS = 100_000;

/** What their answers may take. Above it, requests are carried out and remembered, and their answers not kept. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How long a count is used, with what this node has added. */
const COUNTED_MS = 60 * 1000;

/** More counts are not held in memory. */
const MAX_OWNERS = 1_000;

interface Counted {
  readonly at: number;
  claims: number;
  bytes: number;
}

/** Bounds what is kept for 24 hours. Other nodes are noticed a minute later: a request costs no query more for it. */
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

  /** Whether an answer of this length may be kept. It is counted then. */
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
