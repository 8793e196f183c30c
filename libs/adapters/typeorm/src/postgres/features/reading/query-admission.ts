import { Places } from './places.js';

/** As long as a call waits for a connection. */
const PATIENCE_MS = 2_000;
const LONG_PATIENCE_MS = 30_000;

/**
 * Shares the connections of the pool, so that queries leave some to other calls, and slow readers leave some to queries:
 * of ten, five are for short queries and three for long ones. Spaces get them in turn.
 */
export class QueryAdmission {
  private readonly short: Places;
  private readonly long: Places;

  constructor(maxConnections: number) {
    this.short = new Places(Math.max(1, Math.floor(maxConnections * 0.5)));
    this.long = new Places(Math.max(1, Math.floor(maxConnections * 0.3)));
  }

  /** A query of a space that is over soon, if its reader does not keep it. @throws {StorageUnavailable} */
  async enterShort(key: string, signal: AbortSignal): Promise<Admission> {
    const taking = { key, signal, patienceMs: PATIENCE_MS };
    const leave = await this.short.take(taking);
    return new Admission(leave, this.long, async () => await this.long.take(taking));
  }

  /** @throws {StorageUnavailable} */
  async enterLong(key: string, signal: AbortSignal): Promise<Admission> {
    return new Admission(await this.long.take({ key, signal, patienceMs: LONG_PATIENCE_MS }), this.long);
  }
}

/** The place of one query. */
export class Admission {
  constructor(
    private leavePlace: () => void,
    private readonly long: Places,
    private enterLong?: (() => Promise<() => void>) | undefined,
  ) {}

  /** Whether it is a long query, and another waits for its place. */
  get isWanted(): boolean {
    return this.enterLong === undefined && this.long.areWanted;
  }

  /** Makes it a long query, if it is a short one. @throws {StorageUnavailable} */
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
