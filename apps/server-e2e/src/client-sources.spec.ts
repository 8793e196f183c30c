import { once } from 'node:events';
import { createReadStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createClient, isCairnError } from '@cairn/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

let server: Server;
let baseUrl: string;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => response.end('{"id":"i","type":"ImportSummary","end":"complete"}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(() => void (requests = 0));

async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(100_000);
  throw new Error('the disk broke');
}

/** A file that is gone when it is read. */
async function vanished(): Promise<Blob> {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  const file = join(folder, 'photo.png');
  await writeFile(file, 'pixels');
  const blob = await openAsBlob(file);
  await rm(folder, { recursive: true });
  return blob;
}

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  await promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a source of Node', () => {
  it.each([
    ['a file that is not there', () => createReadStream('/nowhere/photo.png'), 0, /ENOENT/],
    ['a folder', () => createReadStream(tmpdir()), 0, /EISDIR/],
    ['a stream that breaks', () => Readable.from(breaking()), 1, /the disk broke/],
    ['a stream that has been closed', () => Readable.from(['x']).destroy(), 0, /cannot be read/],
    ['a file that is gone', vanished, 0, /cannot be read/],
  ])('is told that cannot be read, once, and nobody else hears of it: %s', async (_, open, most, told) => {
    const client = createClient({ baseUrl });
    const source = await open();
    const error = await failure(client.upload(source, { name: 'a.png' }));
    expect(isCairnError(error, 'source')).toBe(true);
    expect(String(error)).toMatch(told);
    expect(isCairnError(await failure(client.features.import('s', await open())), 'source')).toBe(true);
    expect(requests).toBeLessThanOrEqual(2 * most);
  });

  it('is closed when something else is wrong', async () => {
    const source = createReadStream('/nowhere/photo.png');
    const closed = once(source, 'close').catch(() => undefined);
    const error = await failure(createClient({ baseUrl, key: 'cairn_€' }).upload(source));
    expect(error).toBeInstanceOf(TypeError);
    await closed;
    expect([source.destroyed, requests]).toEqual([true, 0]);
  });

  it('is sent whole', async () => {
    const client = createClient({ baseUrl });
    const parts: number[] = [];
    const onProgress = ({ sentInBytes }: { readonly sentInBytes: number }): void =>
      void parts.push(sentInBytes);
    await client.upload(Readable.from([Buffer.alloc(7), 'text', new Uint8Array(2)]), { onProgress });
    expect(parts).toEqual([7, 11, 13]);
    expect(await client.features.import('s', [])).toMatchObject({ end: 'complete' });
  });
});
