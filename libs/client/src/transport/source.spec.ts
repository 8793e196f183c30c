import { describe, expect, it } from '@jest/globals';
import { counted, failure, refusing, watchedSignal } from '../counted-client.spec.kit.js';
import type { Sends } from '../every-method.spec.kit.js';
import { isCairnError, type CairnClient, type ClientOptions } from '../index.js';

const bytes = new Uint8Array(9);

/** The methods that send data read from a source. */
const methods: readonly (readonly [
  string,
  (client: CairnClient, source: never, options?: object) => Sends,
])[] = [
  ['upload', (client, source, options) => client.upload(source, options)],
  ['upload into an album', (client, source, options) => client.upload(source, { album: 'a', ...options })],
  ['upload by a link', (client, source, options) => client.upload(source, { link: 's', ...options })],
  ['features.import', ({ features }, source, options) => features.import('s', source, options)],
];

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new Error('the disk broke.');
}

async function* numbers(): AsyncGenerator<number> {
  yield 1;
}

/** Behaves like a stream of Node: it emits its error as an event, which is handled only once the stream is read. */
class FakeStream {
  isHeard = false;
  isClosed = false;
  private end: ((error: Error) => void) | undefined;

  constructor(private readonly parts: readonly Uint8Array[] = []) {}

  destroy(): void {
    this.isClosed = true;
    this.end?.(new Error('Premature close'));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.isHeard = true;
    yield* this.parts;
    await new Promise((_, reject) => (this.end = reject));
  }
}

const lockedStream = (): ReadableStream => {
  const stream = new ReadableStream();
  stream.getReader();
  return stream;
};

describe.each(methods)('the source of %s', (name, run) => {
  it.each([
    ['a generator that breaks', breaking, 1, /the disk broke\.$/],
    [
      'a stream that breaks',
      () => new ReadableStream({ pull: (to) => to.error(new Error('gone')) }),
      0,
      /read: gone\.$/,
    ],
    ['what breaks with no error', () => new ReadableStream({ pull: (to) => to.error('torn') }), 0, /torn/],
    ['a stream of numbers', numbers, 0, /it gave 1/],
  ])('is told that cannot be read: %s', async (_, source, sent, told) => {
    const { client, count } = counted(refusing);
    const error = await failure(() => run(client, source() as never));
    expect(error).toMatchObject({ kind: 'source', detail: expect.stringMatching(told) as unknown });
    expect(count.sent).toBe(sent);
  });

  it.each([
    ['undefined', undefined],
    ['a number', 5],
    ['an object', {}],
    ['an ArrayBuffer', new ArrayBuffer(9)],
    ['a stream that something else reads', lockedStream()],
  ])('is a wrong argument: %s', async (_, source) => {
    const { client, count } = counted(refusing);
    expect(await failure(() => run(client, source as never))).toBeInstanceOf(TypeError);
    expect(count.sent).toBe(0);
  });

  it.each<readonly [string, Partial<ClientOptions>, object]>([
    ['the key', { key: 'cairn_€' }, {}],
    ['the signal', {}, { signal: AbortSignal.abort() }],
    ['the time', {}, { timeoutMs: -1 }],
    ['the tags', {}, { tags: 5, addTags: {} }],
  ])(
    'is heard from the beginning, and closed, where something else is wrong: %s',
    async (_, ofClient, options) => {
      const { client, count } = counted(refusing, ofClient);
      const source = new FakeStream();
      const told = failure(() => run(client, source as never, options));
      expect(source.isHeard).toBe(true);
      const error = await told;
      expect(error).toBeInstanceOf(Error);
      expect(isCairnError(error, 'network', 'source')).toBe(false);
      expect([count.sent, source.isClosed]).toEqual([0, true]);
    },
  );

  it('is closed when the server refuses before it is read', async () => {
    const source = new FakeStream([bytes]);
    const { client } = counted(refusing, { fetch: refusing });
    expect(await failure(() => run(client, source as never))).toMatchObject({ code: 'no' });
    expect(source.isClosed).toBe(true);
  });

  it('is told that is silent, and not the server', async () => {
    const { client, count } = counted(refusing);
    const [before, between] = [new FakeStream(), new FakeStream([bytes])];
    for (const source of [before, between])
      expect(await failure(() => run(client, source as never, { timeoutMs: 5 }))).toMatchObject({
        kind: 'source',
        detail: expect.stringMatching(/nothing for 0.005 s/) as unknown,
      });
    expect([count.sent, before.isClosed, between.isClosed]).toEqual([1, true, true]);
  });

  it('is let go at once when the signal says so', async () => {
    const source = new FakeStream();
    const { controller, signal, listeners } = watchedSignal();
    const { client, count } = counted(refusing);
    const told = failure(() => run(client, source as never, { signal }));
    controller.abort();
    expect(await told).toMatchObject({ kind: 'aborted' });
    expect([count.sent, source.isClosed, listeners.size]).toEqual([0, true, 0]);
  });

  it('may have a callback that throws: the caller gets that very error, once', async () => {
    const own = new Error('mine');
    const { client, count } = counted(refusing);
    const callback = (): never => {
      throw own;
    };
    const option = name === 'features.import' ? 'onSent' : 'onProgress';
    expect(await failure(() => run(client, new Blob(['x']) as never, { [option]: callback }))).toBe(own);
    expect(count.sent).toBe(1);
  });
});
