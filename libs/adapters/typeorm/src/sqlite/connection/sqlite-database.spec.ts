import { expect, it } from '@jest/globals';
import type { FileLock } from './file-lock.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { SqliteDatabase } from './sqlite-database.js';

it('closes its other connection and releases its lock also where one cannot be closed', async () => {
  const closed: string[] = [];
  // The cast is safe: here a database calls only `close` and `release` of its parts. A real connection cannot be made
  // to fail there.
  const part = (name: string, error?: Error) => ({
    statements: {},
    close: () => {
      closed.push(name);
      if (error !== undefined) throw error;
    },
  });
  const broken = new Error('The disk is gone.');
  const database = new SqliteDatabase({
    reader: part('reader', broken) as unknown as SqliteConnection,
    writer: part('writer') as unknown as SqliteConnection,
    openReader: () => {
      throw broken;
    },
    lock: { release: async () => void closed.push('lock') } as unknown as FileLock,
  });
  await expect(database.close()).rejects.toBe(broken);
  expect(closed).toEqual(['reader', 'writer', 'lock']);
});
