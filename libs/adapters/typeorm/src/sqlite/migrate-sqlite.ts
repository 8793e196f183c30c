import type { DataSource } from 'typeorm';
import { migrate } from '../migrate.js';

/**
 * Brings the file's schema up to date in one transaction, which also keeps two processes from doing so at once. If it
 * throws, the source must be closed, which undoes all of it.
 * @throws {NewerSchema}
 */
export async function migrateSqlite(writer: DataSource, file: string): Promise<void> {
  const runner = writer.createQueryRunner();
  await runner.query('BEGIN IMMEDIATE');
  await migrate(runner, file);
  await runner.query('COMMIT');
}
