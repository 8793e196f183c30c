import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cancellation } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../connection/sqlite-connection.js';
import { storageError } from '../connection/storage-error.js';
import type { Snapshot } from '../connection/snapshot.js';
import type { Snapshots } from '../connection/snapshots.js';

/** The milliseconds that a long read may block its thread. */
const SLICE_MS = 4;

interface ReadBy {
  readonly reader: string;
  readonly cancellation?: Cancellation | undefined;
}

/** Gives each waiting task a turn of the event loop, so that messages are received in between. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();

  async next(): Promise<void> {
    this.last = this.last.then(() => nextTurn());
    await this.last;
  }
}

/** Long reads, each of one snapshot. They share the thread with each other and with short calls. */
export class LongReads {
  private readonly turns = new Turns();

  constructor(private readonly snapshots: Snapshots) {}

  /** @throws {StorageUnavailable} */
  async start(reader: string, cancellation: Cancellation | undefined): Promise<LongRead> {
    return new LongRead(await this.snapshots.take(reader), this.turns, cancellation);
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

/** A long read. After each step, its caller checks whether it `isDue` to let others continue. */
export class LongRead {
  private until = 0;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly turns: Turns,
    private readonly cancellation: Cancellation | undefined,
  ) {}

  get connection(): SqliteConnection {
    return this.snapshot.connection;
  }

  get isDue(): boolean {
    return performance.now() >= this.until;
  }

  /** Waits for the next turn. Resolves to `false` once the read is cancelled. @throws {StorageUnavailable} */
  async goOn(): Promise<boolean> {
    this.snapshot.goOn();
    await this.turns.next();
    this.snapshot.goOn();
    this.until = performance.now() + SLICE_MS;
    return this.cancellation?.aborted !== true;
  }

  /** Waits for the reader. If the snapshot ends in the meantime, `steps` are abandoned. */
  pause(steps: Generator): void {
    this.snapshot.pause(() => void steps.return(undefined));
  }

  end(): void {
    this.snapshot.end();
  }
}
