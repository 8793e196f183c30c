import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserJobRecord } from '@cairn/api-schema';
import { ServerProcess, until, UNLIMITED } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const env = { ...UNLIMITED, CAIRN_IMPORTS: 'on', CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' };
/** A job is held for 15 s. */
const MORE_THAN_HELD_MS = 20_000;

let server: ServerProcess;
let other: Server;
let origin: string;
let asked: string[] = [];
/** Whether the slow address is never answered. */
let isStuck = false;

beforeAll(async () => {
  other = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    if (url.endsWith('.jpg')) response.end(fixtures.jpeg.bytes);
    else if (url === '/moved') response.writeHead(302, { location: '/there.jpg' }).end();
    else if (url === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (url === '/text') response.writeHead(200, { 'content-type': 'image/jpeg' }).end('no image');
    else if (url === '/slow' && isStuck) return;
    else if (url === '/slow') response.end(fixtures.jpeg.bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // of a TCP server
  server = await ServerProcess.start({ env });
});

afterAll(async () => {
  await server.dispose();
  other.closeAllConnections();
  other.close();
});

const start = (body: object): Promise<UserJobRecord> => server.json('POST', '/api/imports', body);

async function ended({ id }: UserJobRecord): Promise<UserJobRecord> {
  let job: UserJobRecord | undefined;
  await until('the import has ended', async () => {
    job = await server.json<UserJobRecord>('GET', `/api/imports/${id}`);
    return job.endedAt !== null;
  });
  if (job === undefined) throw new Error('There is no job.');
  return job;
}

const tagged = async (tag: string): Promise<number> =>
  (await server.json<readonly unknown[]>('GET', `/api/tags/${tag}/images`)).length;

describe('an import from addresses', () => {
  it('stores what it gets, and says for each address what became of it', async () => {
    const paths = ['/a%20b.jpg', '/moved', '/text', '/absent', '/inside', '/c.jpg'];
    const urls = paths.map((path) => origin + path);
    const { state, done, total, result } = await ended(await start({ urls, path: 'got', tags: ['got'] }));
    expect([state, done, total]).toEqual(['succeeded', 6, 6]);
    const images = 'images' in result ? result.images : [];
    expect(images.map(({ url, imageId, error }) => [url, error?.code ?? typeof imageId])).toEqual([
      [urls[0], 'string'],
      [urls[1], 'string'],
      [urls[2], 'unsupported-image-type'],
      [urls[3], 'address-not-served'],
      [urls[4], 'address-not-allowed'],
      [urls[5], 'string'],
    ]);
    expect(await tagged('got')).toBe(3);
  });

  it('is refused for addresses that are not public, before a job is made', async () => {
    const urls = ['http://10.0.0.1/a.jpg', 'file:///etc/passwd', 'http://[::1]/', 'nonsense'];
    const answer = await server.fetch('/api/imports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ urls: [`${origin}/a.jpg`, ...urls] }),
    });
    const { errors = [] } = (await answer.json()) as { errors?: readonly { pointer: string }[] };
    expect([answer.status, errors.map(({ pointer }) => pointer)]).toEqual([
      400,
      ['/urls/1', '/urls/2', '/urls/3', '/urls/4'],
    ]);
  });

  it('goes on after the process was killed, and stores nothing twice', async () => {
    const urls = ['/1.jpg', '/2.jpg', '/slow', '/3.jpg', '/4.jpg'].map((path) => origin + path);
    const { key, dataDir } = server;
    asked = [];
    isStuck = true;
    const job = await start({ urls, tags: ['killed'] });
    await until('the slow address is asked for', () => asked.includes('/slow'));
    await server.end('SIGKILL');
    isStuck = false;
    server = await ServerProcess.start({ env, key, dataDir, aheadMs: MORE_THAN_HELD_MS });
    expect(await ended(job)).toMatchObject({ state: 'succeeded', done: 5 });
    expect(await tagged('killed')).toBe(5);
    expect(asked.filter((path) => path === '/1.jpg')).toHaveLength(1);
  });

  it('is not offered unless it is turned on', async () => {
    const plain = await ServerProcess.start();
    try {
      const answer = await plain.fetch('/api/imports', { method: 'POST', body: '{}' });
      expect(answer.status).toBe(501);
    } finally {
      await plain.dispose();
    }
  });
});
