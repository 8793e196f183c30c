import { type Release, FairSemaphore, StorageUnavailable } from '@cairn/kernel';

/** How long a call waits for a connection. */
const PATIENCE_MS = 2_000;
const LONG_PATIENCE_MS = 30_000;

/**
 * Shares the connections of the pool so that queries leave some to other calls, and slow readers leave some to queries:
 * of ten, five are for short queries and three for long ones. Readers take turns, and none gets all places for long
 * queries.
 */
export class QueryAdmission {
  private readonly short: FairSemaphore;
  private readonly long: FairSemaphore;

  constructor(maxConnections: number) {
    this.short = new FairSemaphore({ count: Math.max(1, Math.floor(maxConnections * 0.5)) });
    this.long = new FairSemaphore({ count: Math.max(1, Math.floor(maxConnections * 0.3)), share: 'spare' });
  }

  /** Admits a query that ends soon, unless its reader is slow. @throws {StorageUnavailable} */
  async enterShort(reader: string, signal: AbortSignal): Promise<Admission> {
    const entry = { reader, signal, patienceMs: PATIENCE_MS };
    const extended = async (): Promise<Release> => await entered(this.long, entry);
    return new Admission(
      await entered(this.short, entry),
      () => this.long.isNeededByOthersThan(reader),
      extended,
    );
  }

  /** @throws {StorageUnavailable} */
  async enterLong(reader: string, signal: AbortSignal): Promise<Admission> {
    const leave = await entered(this.long, { reader, signal, patienceMs: LONG_PATIENCE_MS });
    return new Admission(leave, () => this.long.isNeededByOthersThan(reader));
  }
}

interface Entry {
  readonly reader: string;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/**
 * Rejects with the signal's reason when that aborts.
 * @throws {StorageUnavailable} when no place is free in time.
 */
async function entered(places: FairSemaphore, { reader, signal, patienceMs }: Entry): Promise<Release> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  const cancellation = AbortSignal.any([signal, late.signal]);
  const place = await places.acquire({ holder: reader, cancellation });
  clearTimeout(timer);
  if (typeof place !== 'string') return place;
  signal.throwIfAborted();
  throw new StorageUnavailable('Too many queries are under way.');
}

/** The place of one query. */
export class Admission {
  constructor(
    private leavePlace: Release,
    private readonly areLongWanted: () => boolean,
    private enterLong?: (() => Promise<Release>) | undefined,
  ) {}

  /**
   * Whether it is a long query, and another one waits for its place: of the same reader, or of one with fewer places.
   */
  get isWanted(): boolean {
    return this.enterLong === undefined && this.areLongWanted();
  }

  /** Turns a short query into a long one. @throws {StorageUnavailable} */
  async extend(): Promise<void> {
    const { enterLong, leavePlace } = this;
    if (enterLong === undefined) return;
    this.leavePlace = await enterLong();
    this.enterLong = undefined;
    leavePlace();
  }

  leave(): void {
    this.leavePlace();
  }
}
