import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LimitedRead } from './limited-read.js';

const response = (): ServerResponse => new EventEmitter() as ServerResponse;
const never = new Promise<never>(() => undefined);

describe('LimitedRead', () => {
  it('ends a read that gives nothing for too long, also one that does not look up, with what to do', async () => {
    const read = new LimitedRead(response(), 20);
    const failure = { status: 503, code: 'read-too-long' };
    await expect(read.of(never)).rejects.toMatchObject(failure);
    expect(read.cancellation.aborted).toBe(true);
    async function* stuck(): AsyncGenerator<number> {
      yield 1;
      await never;
    }
    const given: number[] = [];
    const reading = (async () => {
      for await (const number of new LimitedRead(response(), 20).each(stuck())) given.push(number);
    })();
    await expect(reading).rejects.toMatchObject(failure);
    expect(given).toEqual([1]);
  });

  it('does not count the time in which nothing is asked of it, and ends with its client', async () => {
    const client = response();
    const read = new LimitedRead(client, 50);
    async function* three(): AsyncGenerator<number> {
      yield* [1, 2, 3];
    }
    const given: number[] = [];
    for await (const number of read.each(three())) {
      await pause(60);
      given.push(number);
    }
    expect([given, await read.of(Promise.resolve(4)), read.cancellation.aborted]).toEqual([
      [1, 2, 3],
      4,
      false,
    ]);
    client.emit('close');
    expect(read.cancellation.aborted).toBe(true);
  });
});
