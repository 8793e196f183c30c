import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { Snapshots } from '../../connection/snapshots.js';
import { SqliteConnection } from '../../connection/sqlite-connection.js';
import { LongReads } from './long-reads.js';

const nothing = (): void => undefined;
const snapshots = { take: async () => ({ goOn: nothing, pause: nothing, end: nothing }) };

/** Long reads with a clock that the test sets. */
function open() {
  const clock = { now: 0 };
  const reads = new LongReads(snapshots as unknown as Snapshots, () => clock.now); // what is asked of them
  return { reads, clock };
}

describe('LongReads', () => {
  it('has readers take turns, however many reads one of them has', async () => {
    const { reads } = open();
    const order: string[] = [];
    const read = async (reader: string, steps: number): Promise<void> => {
      const long = await reads.start(reader, undefined);
      order.push(reader);
      for (let step = 1; step < steps; step += 1) {
        await long.goOn();
        order.push(reader);
      }
    };
    await Promise.all([...[1, 2, 3, 4, 5].map(() => read('many', 3)), read('one', 3)]);
    expect(order.slice(0, 6)).toEqual(['many', 'one', 'many', 'one', 'many', 'one']);
    expect(order).toHaveLength(18);
  });

  it('gives others the time that a step has taken beyond its slice', async () => {
    const { reads, clock } = open();
    const order: string[] = [];
    const other = await reads.start('other', undefined);
    const slowly = async (): Promise<void> => {
      const slow = await reads.start('slow', undefined);
      order.push('slow');
      clock.now += 41; // ten slices
      await slow.goOn();
      order.push('slow');
    };
    const often = async (): Promise<void> => {
      for (let step = 0; step < 100; step += 1) {
        await other.goOn();
        order.push('other');
      }
    };
    await Promise.all([slowly(), slowly(), often()]);
    expect(order.indexOf('slow', order.indexOf('slow') + 1) - order.indexOf('slow')).toBeGreaterThan(9);
  });

  it('has short reads follow each other on one connection, however many wait', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-long-reads-'));
    const file = join(folder, 'reads.db');
    SqliteConnection.writer(file).close();
    let connections = 0;
    const snapshots = new Snapshots(() => {
      connections += 1;
      return SqliteConnection.snapshot(file);
    });
    const reads = new LongReads(snapshots, () => 0);
    const short = { reader: 'a', cancellation: undefined };
    const answers = Array.from({ length: 40 }, () =>
      reads.whole(short, async ({ connection }) => connection.rows('SELECT 1').get()?.[0]),
    );
    expect(await Promise.all(answers)).toEqual(answers.map(() => 1));
    expect(connections).toBe(1);
    await snapshots.close();
    await rm(folder, { recursive: true });
  });

  it('gives its place back when it ends while it waits for its turn', async () => {
    const snapshots = new Snapshots(() => {
      throw new Error('Nothing is read.');
    });
    const reads = new LongReads(snapshots);
    const started = reads.start('a', undefined);
    const closing = Promise.resolve().then(() => snapshots.close());
    await expect(started).rejects.toBeInstanceOf(StorageUnavailable);
    await closing;
    expect(snapshots.size).toBe(0);
  });
});
