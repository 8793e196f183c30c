import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Sqlite, { type Database } from 'sqlite-driver';
import { FileLock } from './file-lock.js';

describe('FileLock', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-lock-'));
  });

  afterEach(async () => {
    mock.restoreAll();
    await rm(folder, { recursive: true });
  });

  it('waits briefly for a lock that is about to be released', async () => {
    const file = join(folder, 'cairn.db');
    const holder = new Sqlite(`${file}.lock`);
    holder.exec('BEGIN IMMEDIATE');
    const exec = Reflect.get(Sqlite.prototype, 'exec');
    let refusals = 0;
    // Releases the lock in the same turn in which it was refused once.
    mock.method(Sqlite.prototype, 'exec', function (this: Database, source: string) {
      try {
        return exec.call(this, source);
      } catch (error) {
        refusals += 1;
        holder.close();
        throw error;
      }
    });
    const lock = await FileLock.take(file);
    expect(refusals).toBe(1);
    await lock.release();
  });
});
