import type { Statements } from '../../sql/statements.js';
import { isFull } from './storage-error.js';

/** Pages in the write-ahead log, and how many of them have been copied into the file. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the log into the file without waiting for readers, outside of a transaction. Whether all of it is there: it is
 * overwritten then, and the file is as long as its pages.
 */
export async function copyLog(statements: Statements): Promise<boolean> {
  try {
    const [state] = await statements.query<readonly LogState[]>('PRAGMA wal_checkpoint(PASSIVE)');
    return state !== undefined && state.checkpointed === state.log;
  } catch {
    return false;
  }
}

/** The same, waiting for readers. Whether the disk had room for it. */
export async function emptyLog(statements: Statements): Promise<boolean> {
  try {
    await statements.query('PRAGMA wal_checkpoint(RESTART)');
    return true;
  } catch (error) {
    return !isFull(error);
  }
}
