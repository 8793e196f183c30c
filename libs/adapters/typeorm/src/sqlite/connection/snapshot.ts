import { StorageUnavailable } from '@cairn/kernel';
import type { SqliteConnection } from './sqlite-connection.js';

/** Bounds what slow readers cost: a snapshot takes a connection, and the write-ahead log grows while it is open. */
export interface SnapshotLimits {
  /** Snapshots of a thread at once. */
  readonly maxOpen: number;
  /** How long a snapshot may rest while no other read waits for one. */
  readonly maxRestMs: number;
  /** How long it may rest while others wait, and how long those wait. */
  readonly maxWaitMs: number;
  /** How long it may be used and rest in all. */
  readonly maxAgeMs: number;
}

interface Rest {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly release: () => void;
}

/** A read transaction on a connection of its own. */
export class Snapshot {
  private readonly startedAt = performance.now();
  private rest: Rest | undefined;
  private failure: StorageUnavailable | undefined;
  private hasEnded = false;

  constructor(
    readonly connection: SqliteConnection,
    private readonly limits: SnapshotLimits,
    private readonly whenEnded: () => void,
  ) {}

  /** How long it has been resting; -1 while it is read. */
  get restMs(): number {
    return this.rest === undefined ? -1 : performance.now() - this.rest.since;
  }

  /** Rests until `goOn`, while its reader waits for the client. `release` closes the open statements. */
  pause(release: () => void): void {
    const since = performance.now();
    const { maxRestMs, maxAgeMs } = this.limits;
    const left = Math.min(maxRestMs, this.startedAt + maxAgeMs - since);
    const timer = setTimeout(() => this.giveUp(), Math.max(0, left));
    timer.unref();
    this.rest = { since, release, timer };
    if (this.failure !== undefined) this.end();
  }

  /** @throws {StorageUnavailable} where it has failed. */
  goOn(): void {
    clearTimeout(this.rest?.timer);
    this.rest = undefined;
    if (this.failure !== undefined) throw this.failure;
  }

  giveUp(): void {
    this.fail(new StorageUnavailable('The answer was read too slowly: its snapshot was given up.'));
  }

  /** Ends it now if it rests, else as soon as it pauses or goes on. */
  fail(failure: StorageUnavailable): void {
    this.failure ??= failure;
    if (this.rest !== undefined) this.end();
  }

  /** Ends it; nothing happens the second time. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.rest?.timer);
    this.rest?.release();
    this.whenEnded();
  }
}
