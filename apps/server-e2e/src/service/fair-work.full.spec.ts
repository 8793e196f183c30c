import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedLinkRecord, UserJobRecord } from '@cairn/api-schema';
import { ServerProcess, UNLIMITED, until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from '../images/images-client.js';
import { openAccount } from '../support/accounts.js';

/** The smallest server: each of two who compete can have half of it. */
const env = {
  ...UNLIMITED,
  CAIRN_TRANSFORMS: 'anything',
  CAIRN_MAX_RENDERS: '1',
  CAIRN_RENDER_QUEUE: '40',
  CAIRN_MAX_DECODES: '1',
  CAIRN_DECODE_QUEUE: '20',
  CAIRN_TRUSTED_PROXIES: 'loopback',
  CAIRN_IMPORTS: 'on',
  CAIRN_ALLOWED_ADDRESSES: '127.0.0.1',
};

let server: ServerProcess;
let images: ImagesClient;
let [greedy, other] = ['', ''];
let slow: Server;
let slowOrigin: string;

beforeAll(async () => {
  server = await ServerProcess.start({ env });
  images = new ImagesClient(server);
  greedy = (await openAccount(server, 'greedy')).key;
  other = (await openAccount(server, 'other')).key;
  slow = createServer((request, response) => {
    if (request.url === '/good.jpg') response.end(fixtures.jpeg.bytes);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  slowOrigin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`; // of a TCP server
});

afterAll(async () => {
  await server.dispose();
  slow.closeAllConnections();
  slow.close();
});

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' } });

/** A stranger comes from this address. */
const from = (address: string) => ({ key: null, headers: { 'x-forwarded-for': address } });

/**
 * Has one ask for much at once, and then another for a little at once. The other has what it asked for before two thirds of what
 * the first asked for is done, and nothing of it is refused. That turns alternate is shown by the semaphore's own tests: requests
 * of a client reach a busy server at times that no test here knows.
 */
async function race(
  much: readonly (() => Promise<Response>)[],
  little: readonly (() => Promise<Response>)[],
): Promise<void> {
  const done: number[] = [];
  const running = much.map(async (work) => void done.push((await work()).status));
  await until('some is done', () => done.length > 0);
  const before = done.length;
  const statuses = await Promise.all(little.map(async (work) => (await work()).status));
  const meanwhile = done.slice(before).filter((status) => status < 300).length;
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(meanwhile).toBeLessThan((much.length * 2) / 3);
  await Promise.all(running);
}

it('a stranger who asks for all images that there can be rendered leaves turns to another stranger, and to an account', async () => {
  const { url } = await images.uploaded({ bytes: await grey(6_000, 4_000).jpeg().toBuffer() });
  const renders = (init: { readonly key: string | null }, widths: readonly number[]) =>
    widths.map((width) => () => server.fetch(`${url}?w=${width}`, init));
  const widths = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  await race(renders(from('203.0.113.1'), widths(200, 60)), renders(from('203.0.113.2'), widths(300, 6)));
  await race(renders(from('203.0.113.1'), widths(400, 60)), renders({ key: other }, widths(500, 6)));
});

it('a guest who sends large images leaves turns to another guest, and to an account', async () => {
  const large = await grey(6_000, 4_000).png().toBuffer();
  const resource = { type: 'folder', id: 'guests' };
  const link = { resource, role: 'contributor' };
  const { url } = await server.json<CreatedLinkRecord>('POST', '/api/links', link);
  const secret = new URL(url).pathname.split('/').at(-1) ?? '';
  const guests = (address: string, count: number) =>
    Array.from({ length: count }, () => () => {
      const body = uploadForm({ bytes: large, name: 'a.png' });
      return server.fetch(`/api/shared/${secret}/upload`, { method: 'POST', body, ...from(address) });
    });
  const own = Array.from({ length: 4 }, () => () => images.upload({ bytes: large, name: 'a.png' }, other));
  await race(guests('203.0.113.1', 24), guests('203.0.113.2', 4));
  await race(guests('203.0.113.1', 24), own);
});

it('an account whose imports wait for slow servers leaves places to another account', async () => {
  const start = async (key: string, urls: readonly string[]): Promise<UserJobRecord> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ urls });
    return (await (
      await server.fetch('/api/imports', { method: 'POST', key, headers, body })
    ).json()) as UserJobRecord;
  };
  for (let count = 0; count < 8; count += 1) await start(greedy, [`${slowOrigin}/never.jpg`]);
  const { id } = await start(other, Array<string>(5).fill(`${slowOrigin}/good.jpg`));
  let job: UserJobRecord | undefined;
  await until('the import has ended', async () => {
    job = (await (await server.fetch(`/api/imports/${id}`, { key: other })).json()) as UserJobRecord;
    return job.endedAt !== null;
  });
  expect([job?.state, job?.done]).toEqual(['succeeded', 5]);
});
