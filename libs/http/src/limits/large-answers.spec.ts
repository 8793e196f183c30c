import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LargeAnswers } from './large-answers.js';

const MEBIBYTE = 1024 * 1024;
/** This many code units take 56 MiB. */
const LONG = 7 * MEBIBYTE;

interface Sent {
  readonly response: ServerResponse & { readonly destroyed: boolean };
  readonly socket: { bytesWritten: number };
}

function answer(): Sent {
  const made = new EventEmitter();
  const socket = { bytesWritten: 0 };
  const destroy = (): void => {
    Object.assign(made, { destroyed: true });
    made.emit('close');
  };
  Object.assign(made, { socket, closed: false, destroyed: false, destroy });
  return { response: made as unknown as ServerResponse, socket }; // what is asked of one
}

const by = (holder: string) => ({ holder, signal: new AbortController().signal });

/** The state of a promise so far. */
async function stateOf(promise: Promise<void>): Promise<string> {
  const state = promise.then(
    () => 'let in',
    (error: { readonly code: string }) => error.code,
  );
  const turn = new Promise<string>((resolve) => setImmediate(() => resolve('waits')));
  return await Promise.race([state, turn]);
}

let passedMs = 0;

beforeEach(() => {
  passedMs = 0;
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
});
afterEach(() => mock.timers.reset());

function pass(ms: number): void {
  for (const until = passedMs + ms; passedMs < until;) {
    passedMs += 500;
    mock.timers.tick(500);
  }
}

describe('answers with large features', () => {
  it('wait for the room of each other, small ones for nothing', async () => {
    const large = new LargeAnswers(64 * MEBIBYTE, () => passedMs);
    const first = answer();
    await large.admit(first.response, by('alice'), LONG);
    const second = large.admit(answer().response, by('bob'), LONG);
    expect(await stateOf(second)).toBe('waits');
    await large.admit(answer().response, by('bob'), 262_144);
    first.response.emit('close');
    expect(await stateOf(second)).toBe('let in');
  });

  it('that are taken most slowly are cut off while others wait', async () => {
    const large = new LargeAnswers(128 * MEBIBYTE, () => passedMs);
    const [slow, quick] = [answer(), answer()];
    await large.admit(slow.response, by('alice'), LONG);
    await large.admit(quick.response, by('bob'), LONG);
    quick.socket.bytesWritten = 50 * MEBIBYTE;
    const third = large.admit(answer().response, by('carol'), LONG);
    pass(4_500);
    expect(slow.response.destroyed).toBe(false);
    pass(2_000);
    expect([slow.response.destroyed, quick.response.destroyed]).toEqual([true, false]);
    expect(await stateOf(third)).toBe('let in');
  });

  it('are refused after half a minute', async () => {
    const large = new LargeAnswers(64 * MEBIBYTE, () => passedMs);
    const open = answer();
    await large.admit(open.response, by('alice'), LONG);
    const waiting = large.admit(answer().response, by('alice'), LONG);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'too-many-large-answers' });
    pass(30_500);
    await refused;
  });

  it('of one part are let in alone, however long it is', async () => {
    const large = new LargeAnswers(MEBIBYTE, () => passedMs);
    await large.admit(answer().response, by('alice'), LONG, 1_000);
  });
});
