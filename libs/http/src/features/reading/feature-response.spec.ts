import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FeatureChunk } from '@cairn/spaces';
import { later } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sendCollection } from './feature-response.js';
import { asRead } from './shaping-threads.js';
import { whileConnected } from '../../responses/while-connected.js';

const text = JSON.stringify({ type: 'Feature', id: 'x', properties: { n: 'y'.repeat(200_000) } });

let server: Server;
let chunks: number;
let ended: Promise<void>;

/** An endless stream of features, until it is closed. */
async function* endless(signal: AbortSignal): AsyncGenerator<FeatureChunk> {
  while (!signal.aborted) {
    chunks += 1;
    yield { text, count: 1, last: 'x' };
  }
}

beforeEach(async () => {
  chunks = 0;
  let end: () => void = () => undefined;
  ended = new Promise((resolve) => (end = resolve));
  server = createServer((_, response) => {
    const features = endless(whileConnected(response));
    void sendCollection(response, features, { shape: asRead, tag: '"t"' }).then(end);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => void server.close());

async function request(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  return response;
}

describe('a collection that is sent', () => {
  it('is read no faster than its client takes it, and no longer than the client is there', async () => {
    const response = await request();
    for (let [quiet, before] = [0, 0]; quiet < 1_000; before = chunks) {
      await later();
      quiet = chunks === before ? quiet + 1 : 0;
      expect(chunks).toBeLessThan(500); // some 50 fill the buffers of the connection
    }
    const held = chunks;
    response.destroy();
    await ended;
    expect(chunks - held).toBeLessThan(10);
  });
});

describe('a collection', () => {
  const feature = (id: string, name = 'é🗺') => JSON.stringify({ type: 'Feature', id, properties: { name } });
  const ofText = (id: string, given: Partial<FeatureChunk> = {}): FeatureChunk => ({
    text: feature(id),
    count: 1,
    last: id,
    ...given,
  });
  /** A chunk whose text nobody may ask for. */
  const ofBytes = (id: string, given: Partial<FeatureChunk> = {}): FeatureChunk => ({
    get text(): string {
      throw new Error('The bytes are decoded.');
    },
    bytes: Buffer.from(feature(id)),
    count: 1,
    last: id,
    ...given,
  });
  const long = { text: feature('l', 'ü'.repeat(500_000)) };

  function serving(chunks: readonly FeatureChunk[], shape = asRead): string {
    server.removeAllListeners('request');
    async function* given(): AsyncGenerator<FeatureChunk> {
      yield* chunks;
    }
    const members = (count: number, lastId: string) => ({ next: `${lastId} of ${count}` });
    server.on('request', (_, response: ServerResponse) => {
      void sendCollection(response, given(), { shape, tag: '"t"', members });
    });
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }
  const headers = { 'accept-encoding': 'identity' };
  const answerOf = async (chunks: readonly FeatureChunk[], shape = asRead, method = 'GET') =>
    await fetch(serving(chunks, shape), { method, headers });
  const bodyOf = (...features: readonly string[]) =>
    `{"type":"FeatureCollection","features":[${features.join(',\n')}],"next":"b of 2","etag":"\\"t\\""}`;

  it.each<[string, readonly FeatureChunk[]]>([
    ['texts', [ofText('a'), ofText('b')]],
    ['bytes', [ofBytes('a'), ofBytes('b')]],
    ['bytes, then a text', [ofBytes('a'), ofText('b', { isLast: true })]],
    ['a text, then bytes', [ofText('a'), ofBytes('b', { isLast: true })]],
  ])('that is short is sent at once: %s', async (_, chunks) => {
    const response = await answerOf(chunks);
    const body = bodyOf(feature('a'), feature('b'));
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect(await response.text()).toBe(body);
  });

  it('that is long is sent as it is read, whatever its pieces', async () => {
    for (const chunks of [
      [ofText('a', long), ofText('b')],
      [ofBytes('a', { bytes: Buffer.from(long.text) }), ofBytes('b')],
      [ofBytes('a', { bytes: Buffer.from(long.text) }), ofText('b', { isLast: true })],
    ]) {
      const response = await answerOf(chunks);
      expect(response.headers.get('content-length')).toBe(null);
      expect((await response.text()) === bodyOf(long.text, feature('b'))).toBe(true);
    }
  });

  it('of one chunk of usual length is sent at once, if it is known that none follows', async () => {
    const some = { text: feature('a', 'x'.repeat(200_000)), last: 'b', count: 2 };
    const lengths: (string | null)[] = [];
    for (const isLast of [true, undefined]) {
      const response = await answerOf([ofText('a', { ...some, isLast })]);
      lengths.push(response.headers.get('content-length'));
      expect((await response.text()) === bodyOf(some.text)).toBe(true);
    }
    expect(lengths).toEqual([String(Buffer.byteLength(bodyOf(some.text))), null]);
  });

  it.each([
    ['gzip', 'short', gunzipSync],
    ['gzip', 'long', gunzipSync],
    ['br', 'short', brotliDecompressSync],
    ['br', 'long', brotliDecompressSync],
  ])('that is sent at once is compressed with %s: %s', async (coding, size, decode) => {
    const some = feature('b', 'xé'.repeat(size === 'short' ? 1_000 : 100_000));
    const url = serving([ofBytes('b', { bytes: Buffer.from(some), count: 2, isLast: true })]);
    const accepted = { headers: { 'accept-encoding': coding } };
    const [response] = (await once(get(url, accepted), 'response')) as [IncomingMessage];
    const sent = Buffer.concat((await response.toArray()) as readonly Buffer[]);
    const { 'content-encoding': encoding, 'content-length': length } = response.headers;
    expect([encoding, length]).toEqual([coding, String(sent.length)]);
    expect(decode(sent).toString() === bodyOf(some)).toBe(true);
  });

  it('that is sent in pieces is compressed as they come', async () => {
    const url = serving([ofText('a', long), ofText('b')]);
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const sent = ['content-encoding', 'content-length'].map((name) => response.headers.get(name));
    expect(sent).toEqual(['gzip', null]);
    expect((await response.text()) === bodyOf(long.text, feature('b'))).toBe(true);
  });

  it('is shaped by its texts, may be empty, and has no body for HEAD', async () => {
    const shaped = await answerOf(
      [ofText('a', { bytes: Buffer.from('not shaped') })],
      (texts) => `[${texts}]`,
    );
    expect(await shaped.text()).toContain(`"features":[[${feature('a')}]]`);
    expect(await (await answerOf([])).text()).toBe(
      '{"type":"FeatureCollection","features":[],"next":" of 0","etag":"\\"t\\""}',
    );
    const head = await answerOf([ofText('a')], asRead, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([null, '']);
  });
});
