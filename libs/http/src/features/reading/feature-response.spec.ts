import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeatureChunk } from '@cairn/spaces';
import { later } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sendCollection } from './feature-response.js';
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
    void sendCollection(response, features, { shape: (texts) => texts, tag: '"t"' }).then(end);
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
