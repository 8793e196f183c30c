import type { Statements } from '../../sql/statements.js';
import { isFull } from './storage-error.js';

/** The number of pages in the write-ahead log, and of those that are copied into the file. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the log into the file without waiting for readers, outside of a transaction. Returns whether all of it was
 * copied: then the log is overwritten from its start, and the file has its final length.
 */
export async function copyLog(statements: Statements): Promise<boolean> {
  try {
    const [state] = await statements.query<readonly LogState[]>('PRAGMA wal_checkpoint(PASSIVE)');
    return state !== undefined && state.checkpointed === state.log;
  } catch {
    return false;
  }
}

/** Copies the log into the file, waiting for readers. Returns whether the disk had space for it. */
export async function emptyLog(statements: Statements): Promise<boolean> {
  try {
    await statements.query('PRAGMA wal_checkpoint(RESTART)');
    return true;
  } catch (error) {
    return !isFull(error);
  }
}
