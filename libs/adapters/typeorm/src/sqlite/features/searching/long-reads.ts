import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSemaphore } from '@cairn/kernel';
import { type Cancellation, LargeShapes } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { storageError } from '../../connection/storage-error.js';
import type { Snapshot } from '../../connection/snapshot.js';
import type { Snapshots } from '../../connection/snapshots.js';
import { contentOf, type SpaceContent } from '../rows/space-content.js';

/** The milliseconds that a long read may block its thread. */
const SLICE_MS = 4;
/** A reader that has blocked the thread for longer in one step gives this many turns to others at most. */
const MAX_OWED = 250;
const MAX_OWING = 1_000;

interface ReadBy {
  readonly reader: string;
  readonly cancellation?: Cancellation | undefined;
}

/**
 * Gives waiting tasks their turns of the event loop, so that messages are received in between. Readers take turns,
 * however many tasks one of them has and however long its steps take.
 */
class Turns {
  private readonly turns = new FairSemaphore({ count: 1 });
  /** The thread time that readers have used beyond their slices, counted in turns. */
  private readonly owed = new Map<string, number>();

  async next(reader: string): Promise<void> {
    for (;;) {
      const release = await this.turns.acquire({ holder: reader });
      await nextTurn();
      // The next task gets its turn after the current task's step.
      if (typeof release !== 'string') release();
      if (!this.pays(reader)) return;
    }
  }

  /** Counts a slice of a reader that took this long. */
  used(reader: string, durationMs: number): void {
    const slices = Math.floor(durationMs / SLICE_MS) - 1;
    if (this.owed.size > MAX_OWING) this.owed.clear(); // entries of readers that have left
    if (slices > 0) this.owed.set(reader, Math.min(MAX_OWED, (this.owed.get(reader) ?? 0) + slices));
  }

  /** Whether a reader skips this turn because of the time that it used before. */
  private pays(reader: string): boolean {
    const owed = this.owed.get(reader) ?? 0;
    if (owed > 1) this.owed.set(reader, owed - 1);
    else this.owed.delete(reader);
    return owed > 0;
  }
}

/** Long reads, each of one snapshot. They share the thread with each other and with short calls. */
export class LongReads {
  private readonly turns = new Turns();
  private readonly shapes = new LargeShapes();

  /** @param now A monotonic time in milliseconds. */
  constructor(
    private readonly snapshots: Snapshots,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when it is the reader's turn. Reads that wait for theirs have no connection: one that is used again has
   * its statements and pages at hand.
   * @throws {StorageUnavailable}
   */
  async start(reader: string, cancellation: Cancellation | undefined): Promise<LongRead> {
    const snapshot = await this.snapshots.take(reader);
    const read = new LongRead({ ...this.shared, snapshot, reader, cancellation });
    try {
      await read.goOn();
      return read;
    } catch (error) {
      read.end();
      throw error;
    }
  }

  private get shared(): Pick<Reading, 'turns' | 'shapes' | 'now'> {
    const { turns, shapes, now } = this;
    return { turns, shapes, now };
  }

  /** Runs a read to its end. @throws {StorageUnavailable} */
  async whole<T>({ reader, cancellation }: ReadBy, work: (read: LongRead) => Promise<T>): Promise<T> {
    const read = await this.start(reader, cancellation);
    try {
      return await work(read);
    } catch (error) {
      throw storageError(error);
    } finally {
      read.end();
    }
  }
}

interface Reading extends ReadBy {
  readonly snapshot: Snapshot;
  readonly turns: Turns;
  readonly shapes: LargeShapes;
  readonly now: () => number;
}

/**
 * A long read. After each step, its caller checks whether it `isDue` to let others continue. Not a `TimeSlice`, because
 * its turn is one of its reader, who pays for steps that took longer.
 */
export class LongRead {
  /** When the current slice began; `undefined` while the read waits for its turn or is paused. */
  private begunAt: number | undefined;

  constructor(private readonly reading: Reading) {}

  get connection(): SqliteConnection {
    return this.reading.snapshot.connection;
  }

  /** @throws {SpaceNotFound} */
  contentOf(spaceId: string): SpaceContent {
    const content = contentOf(this.connection, spaceId);
    return { ...content, shapes: this.reading.shapes.of(content.head.content) };
  }

  get isDue(): boolean {
    return this.begunAt === undefined || this.reading.now() >= this.begunAt + SLICE_MS;
  }

  /** Waits for the next turn. Resolves to `false` once the read is cancelled. @throws {StorageUnavailable} */
  async goOn(): Promise<boolean> {
    const { snapshot, turns, reader, cancellation } = this.reading;
    snapshot.goOn();
    this.endSlice();
    await turns.next(reader);
    snapshot.goOn();
    this.begunAt = this.reading.now();
    return cancellation?.aborted !== true;
  }

  /** Waits for the reader. If the snapshot ends in the meantime, `steps` are abandoned. */
  pause(steps: Generator): void {
    this.endSlice();
    this.reading.snapshot.pause(() => void steps.return(undefined));
  }

  end(): void {
    this.endSlice();
    this.reading.snapshot.end();
  }

  private endSlice(): void {
    const { turns, reader, now } = this.reading;
    if (this.begunAt !== undefined) turns.used(reader, now() - this.begunAt);
    this.begunAt = undefined;
  }
}
