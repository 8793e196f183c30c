import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { counted, failure, refusing, watchedSignal } from './counted-client.spec.kit.js';
import { everyMethod } from './every-method.spec.kit.js';
import type { CallOptions, ClientOptions } from './index.js';
import { ManualTime, settled } from './manual-time.spec.kit.js';

const answers: readonly (() => Promise<Response>)[] = [
  refusing,
  async () => Response.json({ type: 'TileArchive', end: 'complete' }),
  async () => new Response(null),
  () => Promise.reject(new Error('cut')),
];

const wrong = (options: object): CallOptions => options;

/** The mistakes that a caller can make with every method, and the resulting message. */
const faults: readonly (readonly [string, Partial<ClientOptions>, () => CallOptions, RegExp])[] = [
  ['a key that no header can have', { key: 'cairn_€' }, () => ({}), /`key`/],
  ['a key that is no text', wrong({ key: null }), () => ({}), /`key`/],
  ['an account that no header can have', { account: 'a\nb' }, () => ({}), /`account`/],
  ['an address of another protocol', { baseUrl: 'ftp://cairn.test' }, () => ({}), /`baseUrl`/],
  ['an address with a password', { baseUrl: 'http://a:b@cairn.test' }, () => ({}), /`baseUrl`/],
  ['a fetch that is none', wrong({ fetch: 'fetch' }), () => ({}), /`fetch`/],
  ['credentials that there are not', wrong({ credentials: 'all' }), () => ({}), /`credentials`/],
  ['attempts without a number, of the client', { retry: { attempts: Number.NaN } }, () => ({}), /`retry.att/],
  ['a signal that is none', {}, () => wrong({ signal: {} }), /`signal`/],
  ['a time that is none', {}, () => ({ timeoutMs: Number.NaN }), /`timeoutMs`/],
  ['a time that is a text', {}, () => wrong({ timeoutMs: '5' }), /`timeoutMs`/],
  ['no time', {}, () => ({ timeoutMs: 0 }), /`timeoutMs`/],
  ['no attempts', {}, () => ({ retry: { attempts: 0 } }), /`retry.attempts`/],
  ['waits before the beginning', {}, () => ({ retry: { baseDelayMs: -1 } }), /`retry.baseDelayMs`/],
  ['retries that are no rules', {}, () => wrong({ retry: 3 }), /`retry`/],
];

describe.each(everyMethod)('$name', ({ run }) => {
  const time = { current: undefined as ManualTime | undefined };
  beforeEach(() => void (time.current = new ManualTime()));
  afterEach(() => time.current?.end());

  const expectNothingLeft = (listeners: ReadonlySet<unknown>): void => {
    expect(listeners.size).toBe(0);
    expect(time.current?.isAwaited(0)).toBe(false);
  };

  it('tells the faults of the caller as such, and sends nothing', async () => {
    for (const [what, ofClient, ofCall, told] of faults) {
      const { client, count } = counted(refusing, ofClient);
      const { signal, listeners } = watchedSignal();
      const error = await failure(() => run(client, { signal, ...ofCall() }));
      expect([what, error]).toEqual([what, expect.any(TypeError)]);
      expect(String(error)).toMatch(told);
      expect([what, count.sent]).toEqual([what, 0]);
      expectNothingLeft(listeners);
    }
  });

  it('sends nothing for a signal that has been aborted', async () => {
    const { client, count } = counted(refusing);
    const { controller, signal, listeners } = watchedSignal();
    controller.abort('enough');
    expect(await failure(() => run(client, { signal }))).toMatchObject({ kind: 'aborted', cause: 'enough' });
    expect(count.sent).toBe(0);
    expectNothingLeft(listeners);
  });

  it('leaves nothing on the signal, however it ends', async () => {
    for (const answer of answers) {
      const { client, count } = counted(answer);
      const { signal, listeners } = watchedSignal();
      await failure(() => run(client, { signal, retry: false }));
      await settled();
      expect(count.sent).toBe(1);
      expectNothingLeft(listeners);
    }
  });
});
