import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { orUnavailable } from './or-unavailable.js';
import { isSilent } from './storage-error.js';
import type { Statements } from '../../sql/statements.js';
import { statementsOf } from '../../sql/statements-of.js';

/**
 * Lends a connection of the source's pool. One that may not be as it was goes out of the pool.
 * @throws {StorageUnavailable} when there is none to be had.
 */
export async function withConnection<T>(
  source: DataSource,
  use: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await orUnavailable(runner.connect())) as Client;
  try {
    return await use(runner);
  } catch (error) {
    if (isSilent(error) || !(await isUndone(runner))) void client.end();
    throw error;
  } finally {
    await runner.release();
  }
}

/** Runs `work` in a transaction and commits it; what is left of it when this throws is to be undone. */
export async function inTransaction<T>(
  runner: QueryRunner,
  work: (manager: Statements) => Promise<T>,
): Promise<T> {
  await runner.startTransaction();
  const result = await work(statementsOf(runner.manager));
  await runner.commitTransaction();
  return result;
}

async function isUndone(runner: QueryRunner): Promise<boolean> {
  try {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    return true;
  } catch {
    return false;
  }
}
