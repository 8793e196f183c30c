import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageUnavailable } from '@cairn/kernel';
import { causeOf } from '../query-cause.js';
import { storageError } from './storage-error.js';
import { SharedCounter } from './threads/shared-counter.js';
import type { Statements } from '../statements.js';

/** Shares a flush among many, yet ends within a few milliseconds, in which the process does nothing else. */
const MAX_GROUP_SIZE = 32;

interface WriteQueueOptions {
  readonly maxGroupSize?: number;
  /** Counts the groups that have ended, stored or not, before any unit of them is answered. */
  readonly version?: SharedCounter | undefined;
}

interface Outcome {
  readonly isStored: boolean;
  readonly answer: () => void;
}

interface Unit {
  /** Gives what tells the caller that it is stored. */
  run(manager: Statements): Promise<() => void>;
  refuse(error: unknown): void;
}

/**
 * Runs units of work one after another, first in first out, on a connection that nothing else writes to. Units that
 * wait together share one transaction, each under its own savepoint, and are answered after the one commit.
 */
export class WriteQueue {
  private readonly waiting: Unit[] = [];
  private draining: Promise<void> | undefined;
  private closed = false;
  private readonly version: SharedCounter;

  constructor(
    private readonly manager: Statements,
    private readonly options: WriteQueueOptions = {},
  ) {
    this.version = options.version ?? new SharedCounter();
  }

  /**
   * Resolves when what `work` did is durable; rejects with what it threw when that is undone.
   * @throws {StorageUnavailable} when the group could not be stored, which undoes every unit in it; when closed.
   */
  async run<T>(work: (manager: Statements) => Promise<T>): Promise<T> {
    if (this.closed) throw new StorageUnavailable('The database is closed.');
    return await new Promise<T>((resolve, reject) => {
      this.waiting.push({
        run: async (manager) => {
          const result = await work(manager);
          return () => resolve(result);
        },
        refuse: reject,
      });
      this.draining ??= this.drain();
    });
  }

  /** Waits for what is queued; from now on nothing more is taken. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    do {
      await nextTurn(); // whatever arrives in the same turn of the event loop joins the group
      await this.runGroup(this.waiting.splice(0, this.options.maxGroupSize ?? MAX_GROUP_SIZE));
    } while (this.waiting.length > 0);
    this.draining = undefined;
  }

  private async runGroup(group: readonly Unit[]): Promise<void> {
    try {
      await this.manager.query('BEGIN IMMEDIATE');
      const outcomes: Outcome[] = [];
      for (const unit of group) outcomes.push(await this.attempt(unit));
      // A commit would flush pages that were changed back.
      await this.manager.query(outcomes.some(({ isStored }) => isStored) ? 'COMMIT' : 'ROLLBACK');
      this.version.increment();
      for (const { answer } of outcomes) answer();
    } catch (error) {
      await this.abandon();
      this.version.increment();
      const failure = new StorageUnavailable('The database did not store the changes.', {
        cause: causeOf(error),
      });
      for (const unit of group) unit.refuse(failure);
    }
  }

  private async attempt(unit: Unit): Promise<Outcome> {
    await this.manager.query('SAVEPOINT unit');
    try {
      const answer = await unit.run(this.manager);
      await this.manager.query('RELEASE unit');
      return { isStored: true, answer };
    } catch (error) {
      await this.undo(error);
      return { isStored: false, answer: () => unit.refuse(storageError(error)) };
    }
  }

  /** Throws `reason` when the savepoint is gone: then SQLite has undone the whole transaction. */
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
      // There is no transaction any more, or BEGIN of the next group reports what is wrong with it.
    }
  }
}
