import { type Release, FairSemaphore, StorageUnavailable } from '@cairn/kernel';
import type { SqliteConnection } from './sqlite-connection.js';
import { Snapshot, type SnapshotLimits } from './snapshot.js';

export const SNAPSHOT_LIMITS: SnapshotLimits = {
  maxOpen: 32,
  maxRestMs: 60_000,
  maxWaitMs: 5_000,
  maxAgeMs: 30 * 60_000,
};

/** Connections kept for the next snapshots. Opening one takes a tenth of the time of reading a thousand features. */
const MAX_IDLE = 8;

/**
 * Snapshots of the database, for reads that take more than one turn of the event loop. Readers take turns, and no
 * reader gets all of them.
 */
export class Snapshots {
  private readonly idle: SqliteConnection[] = [];
  private readonly open = new Map<Snapshot, string>();
  private readonly places: FairSemaphore;
  private isClosed = false;
  private whenOneEnds = (): void => undefined;

  constructor(
    private readonly connect: () => SqliteConnection,
    private readonly limits: SnapshotLimits = SNAPSHOT_LIMITS,
  ) {
    this.places = new FairSemaphore({ count: limits.maxOpen, share: 'spare' });
  }

  /** The number of open snapshots. */
  get size(): number {
    return this.open.size;
  }

  /** @throws {StorageUnavailable} if all snapshots stay in use for too long, or the database is closed. */
  async take(reader: string): Promise<Snapshot> {
    const release = await this.turn(reader);
    if (this.isClosed) {
      release();
      throw closed();
    }
    const snapshot = new Snapshot(
      () => this.begin(),
      this.limits,
      (begun) => {
        this.open.delete(snapshot);
        try {
          if (begun !== undefined) this.end(begun);
        } finally {
          this.whenOneEnds();
          release();
        }
      },
    );
    this.open.set(snapshot, reader);
    return snapshot;
  }

  /** Ends all snapshots; those in use end when they next pause or continue. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const snapshot of [...this.open.keys()]) snapshot.fail(closed());
    while (this.open.size > 0) await new Promise<void>((resolve) => (this.whenOneEnds = resolve));
    for (const connection of this.idle.splice(0)) connection.close();
  }

  /** On the connection that was used last: its pages are most likely those that are wanted next. */
  private begin(): SqliteConnection {
    const connection = this.idle.pop() ?? this.connect();
    connection.prepare('BEGIN').run();
    return connection;
  }

  private end(connection: SqliteConnection): void {
    try {
      connection.prepare('ROLLBACK').run();
      if (this.idle.length < MAX_IDLE) this.idle.push(connection);
      else connection.close();
    } catch {
      connection.close(); // a connection that cannot end its transaction is not used again
    }
  }

  private async turn(reader: string): Promise<Release> {
    const { maxWaitMs } = this.limits;
    const late = new AbortController();
    const taking = this.places.acquire({ holder: reader, cancellation: late.signal });
    if (this.places.hasWaiting) this.endLongestRest(reader, maxWaitMs);
    const timer = setTimeout(() => {
      this.endLongestRest(reader, 0);
      late.abort();
    }, maxWaitMs);
    const release = await taking;
    clearTimeout(timer);
    if (typeof release === 'string') throw new StorageUnavailable('Too many large answers are being read.');
    return release;
  }

  /** Ends the snapshot that has been paused longest, of this reader or of readers with more snapshots. */
  private endLongestRest(reader: string, atLeastMs: number): void {
    const own = this.places.heldBy(reader);
    let longest: Snapshot | undefined;
    for (const [snapshot, holder] of this.open)
      if (holder === reader || this.places.heldBy(holder) > own)
        if (snapshot.restMs >= Math.max(atLeastMs, longest?.restMs ?? 0)) longest = snapshot;
    longest?.giveUp();
  }
}

const closed = () => new StorageUnavailable('The database is closed.');
