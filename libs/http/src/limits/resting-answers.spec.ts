import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { requestContextOf } from '../messages/request-context.js';
import { RestingAnswers } from './resting-answers.js';

const MEBIBYTE = 1024 * 1024;

/** A response with this many unsent bytes in its connection. */
function answer(holder: string, writableLength = 0): ServerResponse & { readonly destroyed: boolean } {
  const made = new EventEmitter();
  const req = { headers: {} };
  Object.assign(made, {
    req,
    socket: { writableLength },
    writableFinished: false,
    destroyed: false,
    destroy: () => {
      Object.assign(made, { destroyed: true });
      made.emit('close');
    },
  });
  const response = made as unknown as ServerResponse; // what is asked of one
  requestContextOf(response.req).holder = holder;
  return response;
}

const never = new Promise<void>(() => undefined);
const cut = (answers: readonly ServerResponse[]): readonly boolean[] =>
  answers.map(({ destroyed }) => destroyed);

let passedMs = 0;
beforeEach(() => void (passedMs = 0));
const bounded = (bytes: number) => new RestingAnswers(bytes, () => passedMs);

describe('answers that wait for their clients', () => {
  it('are cut off beyond the limit: the longest of whoever has the most', () => {
    const resting = bounded(10 * MEBIBYTE);
    const other = answer('bob', MEBIBYTE);
    const [first, second, third] = [
      answer('alice', MEBIBYTE),
      answer('alice', MEBIBYTE),
      answer('alice', MEBIBYTE),
    ];
    for (const each of [other, first, second]) void resting.whileWaiting(each, never);
    passedMs = 1_001;
    void resting.whileWaiting(third, never);
    expect(cut([other, first, second, third])).toEqual([false, true, false, false]);
  });

  it('stay while they are being taken, up to twice the limit', () => {
    const resting = bounded(10 * MEBIBYTE);
    const all = Array.from({ length: 7 }, () => answer('alice', MEBIBYTE));
    for (const each of all.slice(0, 6)) void resting.whileWaiting(each, never);
    expect(cut(all)).toEqual(Array<boolean>(7).fill(false));
    void resting.whileWaiting(all[6] ?? answer('alice'), never);
    expect(cut(all)).toEqual([true, ...Array<boolean>(6).fill(false)]);
  });

  it('count no more once they are taken, have ended or have gone', async () => {
    const resting = bounded(5 * MEBIBYTE);
    const [taken, gone, small, last] = [
      answer('a', 2 * MEBIBYTE),
      answer('a', 4 * MEBIBYTE),
      answer('a', 1_000),
      answer('a', 4 * MEBIBYTE),
    ];
    await resting.whileWaiting(taken, Promise.resolve());
    resting.ended(gone);
    gone.emit('close');
    resting.ended(small);
    passedMs = 1_001;
    resting.ended(last);
    expect(cut([taken, gone, small, last])).toEqual([false, false, false, false]);
  });
});
