import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { until } from '@cairn/testkit';
import type { SnapshotLimits } from './snapshot.js';
import { Snapshots } from './snapshots.js';
import { SqliteConnection } from './sqlite-connection.js';

const limits: SnapshotLimits = { maxOpen: 2, maxRestMs: 60_000, maxWaitMs: 20, maxAgeMs: 60_000 };

describe('Snapshots', () => {
  let folder: string;
  let writer: SqliteConnection;
  let opened: Snapshots[];

  const open = (given: Partial<SnapshotLimits> = {}): Snapshots => {
    const file = join(folder, 'snapshots.db');
    const snapshots = new Snapshots(() => SqliteConnection.reader(file), { ...limits, ...given });
    opened.push(snapshots);
    return snapshots;
  };
  const write = (): unknown => writer.prepare('INSERT INTO entry DEFAULT VALUES').run();
  const counted = (connection: SqliteConnection): unknown =>
    connection.rows('SELECT count(*) FROM entry').get()?.[0];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-snapshots-'));
    writer = SqliteConnection.writer(join(folder, 'snapshots.db'));
    writer.prepare('CREATE TABLE entry (id INTEGER PRIMARY KEY)').run();
    opened = [];
  });

  afterEach(async () => {
    for (const snapshots of opened) await snapshots.close();
    writer.close();
    await rm(folder, { recursive: true });
  });

  it('give their places back also where a transaction cannot be ended, and close', async () => {
    const snapshots = open({ maxOpen: 1 });
    const broken = await snapshots.take('a');
    broken.connection.prepare('COMMIT').run(); // as SQLite itself does after some errors of the disk
    broken.end();
    const next = await snapshots.take('a');
    expect(next.connection).not.toBe(broken.connection);
    expect(counted(next.connection)).toBe(0);
    next.end();
    await snapshots.close();
  });

  it('show one moment each, also on a connection that was used before', async () => {
    const snapshots = open();
    const before = await snapshots.take('a');
    expect(counted(before.connection)).toBe(0);
    write();
    expect(counted(before.connection)).toBe(0);
    before.end();
    const after = await snapshots.take('a');
    expect(after.connection).toBe(before.connection);
    expect(counted(after.connection)).toBe(1);
    after.end();
  });

  it('are given up when they rest for too long, so that the log can be reused', async () => {
    const snapshots = open({ maxRestMs: 10 });
    const snapshot = await snapshots.take('a');
    const rows = snapshot.connection.rows('SELECT 1 UNION SELECT 2').iterate();
    rows.next();
    write();
    snapshot.pause(() => rows.return?.());
    await until('it is given up', () => snapshots.size === 0);
    expect(() => snapshot.goOn()).toThrow(StorageUnavailable);
    expect(writer.rows('PRAGMA wal_checkpoint(TRUNCATE)').get()).toEqual([0, 0, 0]);
  });

  it('are given up when they are too old', async () => {
    const snapshots = open({ maxAgeMs: 10 });
    const snapshot = await snapshots.take('a');
    snapshot.pause(() => undefined);
    await until('it is given up', () => snapshots.size === 0);
    expect(() => snapshot.goOn()).toThrow(StorageUnavailable);
  });

  it('that rest for longest make room for others', async () => {
    const snapshots = open();
    const [first, second] = [await snapshots.take('a'), await snapshots.take('b')];
    first.pause(() => undefined);
    const restsSince = performance.now();
    await until('the time is another', () => performance.now() > restsSince);
    second.pause(() => undefined);
    const third = await snapshots.take('c');
    expect(() => first.goOn()).toThrow(StorageUnavailable);
    expect(() => second.goOn()).not.toThrow();
    second.end();
    third.end();
  });

  it('are waited for while all are in use, but not for long', async () => {
    const snapshots = open();
    const [first, second] = [await snapshots.take('a'), await snapshots.take('b')];
    await expect(snapshots.take('c')).rejects.toBeInstanceOf(StorageUnavailable);
    const waiting = snapshots.take('c');
    first.end();
    (await waiting).end();
    second.end();
  });

  it('go to who waits, before a newcomer', async () => {
    const snapshots = open({ maxOpen: 1, maxWaitMs: 10_000 });
    const first = await snapshots.take('a');
    const waiting = snapshots.take('a');
    first.end();
    const newcomer = snapshots.take('a');
    const second = await waiting;
    second.end();
    (await newcomer).end();
  });

  it('of a reader with many leave some to another one, and make room for its own', async () => {
    const snapshots = open({ maxOpen: 4, maxWaitMs: 30 });
    const [first, second] = [await snapshots.take('many'), await snapshots.take('many')];
    for (const snapshot of [first, second]) snapshot.pause(() => undefined);
    const third = snapshots.take('many');
    const other = await snapshots.take('one');
    other.pause(() => undefined);
    expect(snapshots.size).toBe(3);
    await third;
    expect(() => first.goOn()).toThrow(StorageUnavailable);
    for (const snapshot of [second, other]) expect(() => snapshot.goOn()).not.toThrow();
    for (const snapshot of [second, other, await third]) snapshot.end();
  });

  it('are all ended when the database is closed', async () => {
    const snapshots = open();
    const [resting, used] = [await snapshots.take('a'), await snapshots.take('b')];
    resting.pause(() => undefined);
    const closing = snapshots.close();
    expect(() => used.goOn()).toThrow(StorageUnavailable);
    used.end();
    await closing;
    await expect(snapshots.take('a')).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
