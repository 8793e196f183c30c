import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { requestContextOf } from '../../messages/request-context.js';
import { LimitedRead } from './limited-read.js';

/** What is asked of one. */
class Client extends EventEmitter {
  readonly req = { headers: {} };
  readonly writableFinished = false;
  closed = false;

  leave(): void {
    this.closed = true;
    this.emit('close');
  }
}
const response = () => new Client() as Client & ServerResponse;
afterEach(() => mock.timers.reset());

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
    mock.timers.enable({ apis: ['setTimeout'] });
    const client = response();
    const read = new LimitedRead(client, 50);
    async function* three(): AsyncGenerator<number> {
      yield* [1, 2, 3];
    }
    const given: number[] = [];
    for await (const number of read.each(three())) {
      mock.timers.tick(60);
      given.push(number);
    }
    expect([given, await read.of(Promise.resolve(4)), read.cancellation.aborted]).toEqual([
      [1, 2, 3],
      4,
      false,
    ]);
    expect(client.eventNames()).toEqual([]); // nobody has listened
    client.leave();
    expect(read.cancellation.aborted).toBe(true);
  });

  it.each(['before', 'after'])('tells whoever began to listen %s its client left', (when) => {
    const client = response();
    const { cancellation } = new LimitedRead(client);
    if (when === 'after') client.leave();
    const told: string[] = [];
    const [one, another] = [() => void told.push('one'), () => void told.push('another')];
    cancellation.addEventListener('abort', one);
    cancellation.addEventListener('abort', another);
    cancellation.removeEventListener('abort', another);
    if (when === 'before') client.leave();
    expect(told).toEqual(when === 'before' ? ['one'] : []);
    expect([cancellation.aborted, cancellation.signal.aborted]).toEqual([true, true]);
  });

  it('tells whoever listens that it is late, and waits for nothing more', async () => {
    const read = new LimitedRead(response(), 5);
    const told: string[] = [];
    read.cancellation.addEventListener('abort', () => void told.push('late'));
    const failure = { code: 'read-too-long' };
    await expect(read.of(never)).rejects.toMatchObject(failure);
    await expect(read.of(never)).rejects.toMatchObject(failure);
    expect(told).toEqual(['late']);
  });

  it('breaks off when its caller may read no longer, which is asked anew after a second', async () => {
    const client = response();
    let asked = 0;
    const again = async (): Promise<void> => {
      asked += 1;
      if (asked > 1) throw new Error('revoked');
    };
    const admission = { again, hadWholeBody: true, checkedAt: performance.now() - 2_000 };
    requestContextOf(client.req).admission = admission;
    async function* three(): AsyncGenerator<number> {
      yield* [1, 2];
      admission.checkedAt -= 2_000;
      yield 3;
    }
    const given: number[] = [];
    const reading = (async () => {
      for await (const number of new LimitedRead(client).each(three())) given.push(number);
    })();
    await expect(reading).rejects.toThrow('revoked');
    expect([given, asked]).toEqual([[1, 2], 2]);
  });
});
