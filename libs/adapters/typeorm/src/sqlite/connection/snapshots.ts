import { StorageUnavailable } from '@cairn/kernel';
import type { SqliteConnection } from './sqlite-connection.js';
import { Snapshot } from './snapshot.js';

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

export const SNAPSHOT_LIMITS: SnapshotLimits = {
  maxOpen: 32,
  maxRestMs: 60_000,
  maxWaitMs: 5_000,
  maxAgeMs: 30 * 60_000,
};

/** Connections kept for the next snapshots: to open one takes a tenth of reading a thousand features. */
const MAX_IDLE = 8;

/** Gives the database as it is at one moment, for reads that take more than one turn of the event loop. */
export class Snapshots {
  private readonly idle: SqliteConnection[] = [];
  private readonly open = new Set<Snapshot>();
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  constructor(
    private readonly connect: () => SqliteConnection,
    private readonly limits: SnapshotLimits = SNAPSHOT_LIMITS,
  ) {}

  /** How many are open. */
  get size(): number {
    return this.open.size;
  }

  /** @throws {StorageUnavailable} where too many are in use for too long, or the database is closed. */
  async take(): Promise<Snapshot> {
    if (this.open.size >= this.limits.maxOpen) await this.makeRoom();
    if (this.isClosed) throw closed();
    const connection = this.idle.pop() ?? this.connect();
    connection.prepare('BEGIN').run();
    const snapshot = new Snapshot(connection, this.limits, () => this.giveBack(snapshot));
    this.open.add(snapshot);
    return snapshot;
  }

  /** Ends all of them, those in use when they next pause or go on. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const snapshot of this.open) snapshot.fail(closed());
    while (this.open.size > 0) await this.nextEnd();
    for (const connection of this.idle.splice(0)) connection.close();
  }

  private giveBack(snapshot: Snapshot): void {
    const { connection } = snapshot;
    this.open.delete(snapshot);
    connection.prepare('ROLLBACK').run();
    if (this.idle.length < MAX_IDLE) this.idle.push(connection);
    else connection.close();
    const [first] = this.waiting;
    first?.();
  }

  private async makeRoom(): Promise<void> {
    const { maxOpen, maxWaitMs } = this.limits;
    this.endLongestRest(maxWaitMs);
    if (this.open.size < maxOpen) return;
    const timer = setTimeout(() => this.endLongestRest(0), maxWaitMs);
    await this.nextEnd(maxWaitMs + 1);
    clearTimeout(timer);
    if (this.open.size >= maxOpen) throw new StorageUnavailable('Too many large answers are being read.');
  }

  /** Resolves when a snapshot ends, or after that time. */
  private async nextEnd(withinMs?: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(() => resume(), withinMs);
      const resume = (): void => {
        clearTimeout(timer);
        this.waiting.delete(resume);
        resolve();
      };
      this.waiting.add(resume);
    });
  }

  private endLongestRest(atLeastMs: number): void {
    let longest: Snapshot | undefined;
    for (const snapshot of this.open)
      if (snapshot.restMs >= Math.max(atLeastMs, longest?.restMs ?? 0)) longest = snapshot;
    longest?.giveUp();
  }
}

const closed = () => new StorageUnavailable('The database is closed.');
