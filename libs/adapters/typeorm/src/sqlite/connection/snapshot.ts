import { StorageUnavailable } from '@cairn/kernel';
import type { SqliteConnection } from './sqlite-connection.js';

/** Limits the cost of slow readers: a snapshot takes a connection, and the write-ahead log grows while it is open. */
export interface SnapshotLimits {
  /** The maximum number of snapshots of a thread. */
  readonly maxOpen: number;
  /** How long a snapshot may be paused while no other read waits for one. */
  readonly maxRestMs: number;
  /** How long it may be paused while others wait, and how long those wait. */
  readonly maxWaitMs: number;
  /** Its maximum lifetime, including pauses. */
  readonly maxAgeMs: number;
}

interface Rest {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly release: () => void;
}

/** A read transaction on a connection of its own, which begins when it is first read. */
export class Snapshot {
  private readonly startedAt = performance.now();
  private begun: SqliteConnection | undefined;
  private rest: Rest | undefined;
  private failure: StorageUnavailable | undefined;
  private hasEnded = false;

  /**
   * @param begin Begins a transaction on a connection.
   * @param whenEnded Takes the connection of a transaction that has begun.
   */
  constructor(
    private readonly begin: () => SqliteConnection,
    private readonly limits: SnapshotLimits,
    private readonly whenEnded: (begun: SqliteConnection | undefined) => void,
  ) {}

  /** @throws the error of beginning the transaction. */
  get connection(): SqliteConnection {
    return (this.begun ??= this.begin());
  }

  /** How long it has been paused; -1 while it is read. */
  get restMs(): number {
    return this.rest === undefined ? -1 : performance.now() - this.rest.since;
  }

  /** Pauses until `goOn`, while its reader waits for the client. `release` closes the open statements. */
  pause(release: () => void): void {
    const since = performance.now();
    const { maxRestMs, maxAgeMs } = this.limits;
    const left = Math.min(maxRestMs, this.startedAt + maxAgeMs - since);
    const timer = setTimeout(() => this.giveUp(), Math.max(0, left));
    timer.unref();
    this.rest = { since, release, timer };
    if (this.failure !== undefined) this.end();
  }

  /** @throws {StorageUnavailable} if the snapshot has failed. */
  goOn(): void {
    clearTimeout(this.rest?.timer);
    this.rest = undefined;
    if (this.failure !== undefined) throw this.failure;
  }

  giveUp(): void {
    this.fail(new StorageUnavailable('The answer was read too slowly: its snapshot was given up.'));
  }

  /** Ends the snapshot: at once if it is paused, otherwise when it next pauses or continues. */
  fail(failure: StorageUnavailable): void {
    this.failure ??= failure;
    if (this.rest !== undefined) this.end();
  }

  /** Ends the snapshot. Further calls do nothing. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.rest?.timer);
    this.rest?.release();
    this.whenEnded(this.begun);
  }
}
