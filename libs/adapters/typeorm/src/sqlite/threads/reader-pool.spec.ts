import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { later, until } from '@cairn/testkit';
import type { CallThread, Operation } from './call-thread.js';
import { ReaderPool } from './reader-pool.js';

type Thread = Pick<CallThread, 'call' | 'stream' | 'terminate' | 'load' | 'hasEnded'>;

/** Answers calls with its number when the test says so, and calls to `close` when all others are answered. */
class HeldThread implements Thread {
  readonly hasEnded = false;
  isTerminated = false;
  private pending: readonly (() => void)[] = [];

  constructor(private readonly number: number) {}

  get load(): number {
    return this.pending.length;
  }

  async call({ method }: Operation): Promise<unknown> {
    if (method === 'close') await until('all calls are answered', () => this.load === 0);
    else await new Promise<void>((resolve) => (this.pending = [...this.pending, resolve]));
    return this.number;
  }

  async *stream(): AsyncGenerator<unknown, void, undefined> {}

  async terminate(): Promise<void> {
    this.isTerminated = true;
  }

  answer(): void {
    for (const resolve of this.pending) resolve();
    this.pending = [];
  }
}

let opened: readonly World[] = [];

/** A pool and its threads. */
class World {
  readonly threads: HeldThread[] = [];
  starts = 0;
  /** Starting threads wait for this promise. */
  mayStart = Promise.resolve();
  private pool: ReaderPool | undefined;

  static async open({ failAfter = Infinity } = {}): Promise<World> {
    const world = new World();
    world.pool = await ReaderPool.open(async () => {
      world.starts += 1;
      if (world.starts > failAfter) throw new Error('There is no memory for another thread.');
      await world.mayStart;
      const thread = new HeldThread(world.threads.length + 1);
      world.threads.push(thread);
      return thread as Thread as CallThread; // it has all members that a pool uses
    }, 2);
    opened = [...opened, world];
    return world;
  }

  get readers(): ReaderPool {
    if (this.pool === undefined) throw new Error('It is not open.');
    return this.pool;
  }

  /**
   * Begins calls in separate turns, because the calls of one turn go to the same thread. Returns a function for the
   * answers.
   */
  async begin(count: number): Promise<() => Promise<readonly unknown[]>> {
    const answers: Promise<unknown>[] = [];
    for (let call = 0; call < count; call += 1) {
      answers.push(this.readers.call({ repository: '', method: 'get', args: [] }));
      await later();
    }
    return () => Promise.all(answers);
  }

  answer(): void {
    for (const thread of this.threads) thread.answer();
  }
}

/** Resolves when a pool that is busy from now on has had the time to start another thread. */
async function anotherHasGrown(): Promise<void> {
  const other = await World.open();
  await other.begin(2);
  await until('another pool has started a thread', () => other.threads.length === 2);
}

afterEach(async () => {
  const closing = Promise.all(opened.map(({ readers }) => readers.close()));
  for (const world of opened) world.answer();
  opened = [];
  await closing;
});

describe('ReaderPool', () => {
  it('has one thread as long as calls are short or one at a time', async () => {
    const world = await World.open();
    await world.begin(2);
    world.answer(); // in the same turn in which the second call began
    await anotherHasGrown();
    await world.begin(1);
    await anotherHasGrown();
    expect(world.threads).toHaveLength(1);
  });

  it('starts another one when all have been busy for a while, and uses both, but no more than the maximum', async () => {
    const world = await World.open();
    const first = await world.begin(2);
    await until('another is started', () => world.threads.length === 2);
    world.answer();
    expect(await first()).toEqual([1, 1]);
    const pairs = await world.begin(6);
    await anotherHasGrown();
    world.answer();
    expect(await pairs()).toEqual([1, 2, 1, 2, 1, 2]);
    expect(world.starts).toBe(2);
  });

  it('goes on with those that there are where no other can be started', async () => {
    const world = await World.open({ failAfter: 1 });
    const answers = await world.begin(2);
    await until('another could not be started', () => world.starts === 2);
    const more = await world.begin(1);
    world.answer();
    expect([await answers(), await more()]).toEqual([[1, 1], [1]]);
  });

  it('closes all threads, also one that is being started', async () => {
    const world = await World.open();
    let start = (): void => undefined;
    world.mayStart = new Promise((resolve) => (start = resolve));
    const answers = await world.begin(2);
    await until('another is being started', () => world.starts === 2);
    const closing = world.readers.close();
    start();
    await later();
    world.answer();
    await closing;
    expect(await answers()).toEqual([1, 1]);
    expect(world.threads.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
    await expect(world.readers.call({ repository: '', method: 'get', args: [] })).rejects.toBeInstanceOf(
      StorageUnavailable,
    );
  });
});
