import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import type { WriteTiming } from '@cairn/spaces/spi';
import { causeOf } from '../../sql/query-cause.js';
import { copyLog, emptyLog } from './checkpoint.js';
import type { DiskReserve } from './disk-reserve.js';
import { hasFreePages } from './free-pages.js';
import { isFull, storageError } from './storage-error.js';
import type { Statements } from '../../sql/statements.js';
import { inWorkOfCall } from './work-of-call.js';
import { type Answer, type Room, type Unit, type UnitOptions, WaitingUnits } from './waiting-units.js';

/** Many writes share a flush, and a group still ends within a few milliseconds, during which the thread is blocked. */
const MAX_GROUP_SIZE = 32;

/** After this time a group is stored before others join it, so that small writes do not wait for many large ones. */
const MAX_GROUP_MS = 25;

type Reserve = Pick<DiskReserve, 'isWhole' | 'fill' | 'release' | 'releaseToLog'>;

const unlimited: Reserve = {
  isWhole: true,
  fill: async () => undefined,
  release: async () => false,
  releaseToLog: async () => false,
};

/** Is told of every commit, and knows what it commits. */
export interface CommitWatch {
  beforeCommit(): void;
  /** After a commit that succeeded or failed, before its callers are answered. Also when nothing was to be stored. */
  afterCommit(): void;
}

interface WriteQueueOptions {
  readonly maxGroupSize?: number;
  readonly maxGroupMs?: number;
  readonly watch?: CommitWatch | undefined;
  readonly reserve?: Reserve | undefined;
}

interface Outcome {
  readonly isStored: boolean;
  readonly answer: Answer;
}

/** The result of background work, and how long it made others wait. */
export interface BackgroundResult<T> {
  readonly result: T;
  readonly timing: WriteTiming;
}

/**
 * Runs units of work in FIFO order on the only writing connection. Units that wait at the same time share a
 * transaction, each in its own savepoint, and are answered after the commit. A unit in the background has a transaction
 * of its own, after one group of other units.
 */
export class WriteQueue {
  private readonly waiting = new WaitingUnits();
  private draining: Promise<void> | undefined;
  private closed = false;
  private readonly reserve: Reserve;

  constructor(
    private readonly manager: Statements,
    private readonly options: WriteQueueOptions = {},
  ) {
    this.reserve = options.reserve ?? unlimited;
  }

  /**
   * Resolves when the changes of `work` are durable. Rejects with what `work` threw, after undoing it.
   * @throws {StorageUnavailable} when the group could not be stored, which undoes all its units, or the queue is
   * closed.
   * @throws {StorageFull} when the disk is full, and so is its room.
   */
  async run<T>(work: (manager: Statements) => Promise<T>, options: UnitOptions = {}): Promise<T> {
    return await this.queued<T>('foreground', options, async (manager, resolve) => {
      const result = await work(manager);
      return () => resolve(result);
    });
  }

  /** Like `run`, for work that is not urgent. @throws as `run`. */
  async runInBackground<T>(
    work: (manager: Statements) => Promise<T>,
    room?: Room,
  ): Promise<BackgroundResult<T>> {
    return await this.queued<BackgroundResult<T>>('background', { room }, async (manager, resolve) => {
      const from = performance.now();
      const result = await work(manager);
      return async () => {
        const durationMs = performance.now() - from;
        await nextTurn(); // units that came in the meantime are in the queue by then
        resolve({ result, timing: { durationMs, contended: this.waiting.isAnyoneWaiting } });
      };
    });
  }

  /** Runs `work` in its turn, but outside of a transaction, as `VACUUM` and checkpoints require. @throws as `run`. */
  async runAlone<T>(work: (manager: Statements) => Promise<T>, room?: Room): Promise<T> {
    return await this.queued<T>(
      'background',
      { room },
      async (manager, resolve) => async () => resolve(await work(manager)),
    );
  }

  /** Waits for queued work, and accepts no more. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
  }

  private async queued<T>(
    where: 'foreground' | 'background',
    options: UnitOptions,
    run: (manager: Statements, resolve: (result: T) => void) => Promise<Answer>,
  ): Promise<T> {
    if (this.closed) throw new StorageUnavailable('The database is closed.');
    return await new Promise<T>((resolve, refuse) => {
      const unit = inWorkOfCall((manager: Statements) => run(manager, resolve));
      this.waiting.add({ ...options, run: unit, refuse }, where);
      this.draining ??= this.drain();
    });
  }

  private async drain(): Promise<void> {
    do {
      await nextTurn(); // units that arrive in the same turn of the event loop join the group
      await this.runGroup(this.waiting.takeGroup(this.options.maxGroupSize ?? MAX_GROUP_SIZE));
    } while (!this.waiting.isEmpty);
    this.draining = undefined;
  }

  private async runGroup(group: Unit[]): Promise<void> {
    if (!this.reserve.isWhole) await this.reserve.fill().catch(() => undefined);
    let error = await this.failureOf(group);
    if (isFull(error) && (await copyLog(this.manager))) error = await this.failureOf(group);
    if (error === undefined) return;
    if (!isFull(error)) return refuse(group, error);
    const pressing = group.filter(({ room }) => room === 'reserve');
    await this.runOneByOne(group.filter((unit) => !pressing.includes(unit)));
    if (pressing.length > 0) await this.runOnReserve(pressing);
  }

  /** On a full disk, one unit that changes something would make all the others of its group fail. */
  private async runOneByOne(units: readonly Unit[]): Promise<void> {
    for (const unit of units) {
      const error = await this.failureOf([unit]);
      if (error !== undefined) refuse([unit], error);
    }
  }

  /** Checkpoints first: then the log is overwritten from its start and needs no more space. */
  private async runOnReserve(group: Unit[]): Promise<void> {
    let error: unknown;
    do {
      while (!(await emptyLog(this.manager)) && (await this.reserve.release()));
      error = await this.failureOf(group);
    } while (isFull(error) && (await this.reserve.releaseToLog()));
    if (error !== undefined) refuse(group, error);
  }

  /**
   * Stores a group and answers its units, or stores and answers none and returns the reason. Units that there is no
   * time for leave the group and wait in front of the others.
   */
  private async failureOf(group: Unit[]): Promise<unknown> {
    const until = performance.now() + (this.options.maxGroupMs ?? MAX_GROUP_MS);
    try {
      await this.manager.query('BEGIN IMMEDIATE');
      const outcomes: Outcome[] = [];
      for (const unit of group) {
        outcomes.push(await this.attempt(unit));
        if (performance.now() > until) this.waiting.putBack(group.splice(outcomes.length));
      }
      // A commit would flush pages even if their changes were undone.
      const isStored = outcomes.some((outcome) => outcome.isStored);
      if (isStored) this.options.watch?.beforeCommit();
      await this.manager.query(isStored ? 'COMMIT' : 'ROLLBACK');
      this.options.watch?.afterCommit();
      for (const { answer } of outcomes) await answer();
      return undefined;
    } catch (error) {
      await this.abandon();
      this.options.watch?.afterCommit();
      return error;
    }
  }

  private async attempt(unit: Unit): Promise<Outcome> {
    await this.manager.query('SAVEPOINT unit');
    try {
      const answer = await this.runUnit(unit);
      await this.manager.query('RELEASE unit');
      return { isStored: true, answer };
    } catch (error) {
      await this.undo(error);
      if (unit.room === 'reserve' && isFull(error)) throw error;
      return { isStored: false, answer: () => unit.refuse(storageError(error)) };
    }
  }

  /** While the reserve is released, only changes that free space or fit into free pages are allowed. */
  private async runUnit(unit: Unit): Promise<Answer> {
    if (unit.room === 'reserve' || this.reserve.isWhole) return await unit.run(this.manager);
    const mayChange = await hasFreePages(this.manager);
    const before = await this.changes();
    const answer = await unit.run(this.manager);
    if (!mayChange && (await this.changes()) !== before)
      throw new StorageFull('The disk is full: the database takes nothing more.');
    return answer;
  }

  private async changes(): Promise<number | undefined> {
    const [row] = await this.manager.query<readonly { readonly n: number }[]>('SELECT total_changes() AS n');
    return row?.n;
  }

  /** Throws `reason` if the savepoint is gone: SQLite has then rolled back the whole transaction. */
  private async undo(reason: unknown): Promise<void> {
    try {
      await this.manager.query('ROLLBACK TO unit');
      await this.manager.query('RELEASE unit');
    } catch {
      throw reason;
    }
  }

  private async abandon(): Promise<void> {
    try {
      await this.manager.query('ROLLBACK');
    } catch {
      // No transaction is open, or the next BEGIN reports the error.
    }
  }
}

function refuse(group: readonly Unit[], error: unknown): void {
  const failure = isFull(error)
    ? storageError(error)
    : new StorageUnavailable('The database did not store the changes.', { cause: causeOf(error) });
  for (const unit of group) unit.refuse(failure);
}
