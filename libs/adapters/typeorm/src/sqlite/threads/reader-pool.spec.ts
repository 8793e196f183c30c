import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { CallThread } from './call-thread.js';
import { ReaderPool } from './reader-pool.js';

/** Answers every call with the thread's number: one named `slow` 200 ms later, `close` when all others are answered. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads');
  const { setTimeout: pause } = require('node:timers/promises');
  const pending = [];
  const answer = async ({ id, method }) => {
    await (method === 'close' ? Promise.all(pending) : pause(method === 'slow' ? 200 : 0));
    parentPort.postMessage(JSON.stringify([{ kind: 'reply', id, value: threadId }]));
  };
  parentPort.on('message', (requests) => {
    for (const request of requests) pending.push(answer(request));
  });`;

const named = (method: string) => ({ repository: '', method, args: [] });

let threads = 0;
let exits = 0;
let pool: ReaderPool | undefined;

async function open({ max = 2, failAfter = Infinity } = {}): Promise<ReaderPool> {
  threads = 0;
  exits = 0;
  const start = async (): Promise<CallThread> => {
    if (threads >= failAfter) throw new Error('There is no memory for another thread.');
    threads += 1;
    const worker = new Worker(program, { eval: true }).once('exit', () => (exits += 1));
    const thread = new CallThread(worker);
    await thread.call(named('get'));
    return thread;
  };
  return (pool = await ReaderPool.open(start, max));
}

afterEach(() => pool?.close());

describe('ReaderPool', () => {
  it('has one thread as long as calls are short or one at a time', async () => {
    const readers = await open();
    await readers.call(named('get'));
    const short = [readers.call(named('get'))];
    await pause(0);
    await Promise.all([...short, readers.call(named('get'))]);
    await pause(100);
    await readers.call(named('slow'));
    await pause(50);
    expect(threads).toBe(1);
  });

  it('starts another one when all have been busy for a while, and uses both, but no more than the maximum', async () => {
    const readers = await open();
    const pair = async (): Promise<number> => {
      const first = readers.call(named('slow'));
      await pause(5); // calls of one turn go to the same thread
      return new Set(await Promise.all([first, readers.call(named('slow'))])).size;
    };
    expect(await pair()).toBe(1);
    for (let rounds = 0; rounds < 20 && (await pair()) < 2; rounds += 1);
    expect(await pair()).toBe(2);
    expect(await Promise.all([pair(), pair(), pair()])).toEqual([2, 2, 2]);
    await pair();
    expect(threads).toBe(2);
  });

  it('goes on with those that there are where no other can be started', async () => {
    const readers = await open({ failAfter: 1 });
    const first = readers.call(named('slow'));
    await pause(5);
    expect(await readers.call(named('slow'))).toBe(await first);
    await expect(readers.call(named('get'))).resolves.toBe(await first);
  });

  it('closes all threads, also one that is being started', async () => {
    const readers = await open();
    const busy = [readers.call(named('slow'))];
    await pause(5);
    busy.push(readers.call(named('slow')));
    await pause(25);
    await Promise.all([readers.close(), ...busy]);
    expect(exits).toBe(threads);
    await expect(readers.call(named('get'))).rejects.toBeInstanceOf(StorageUnavailable);
  });
});
