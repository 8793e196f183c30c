import { once } from 'node:events';
import { ServerProcess, slowly, until } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { collection, point } from '../features/hub.js';
import { linesOf } from '../features/imports.js';
import { dial } from '../support/raw-connection.js';
import { openAccount } from '../support/accounts.js';
import { StreamedImport } from '../support/streamed-import.js';

let server: ServerProcess;
let [greedy, other] = ['', ''];

beforeAll(async () => {
  const limits = { CAIRN_MAX_IMPORTS: '4', CAIRN_UPLOAD_QUEUE: '3', CAIRN_STALL_SECONDS: '60' };
  server = await ServerProcess.start({ env: limits });
  greedy = (await openAccount(server, 'greedy')).key;
  other = (await openAccount(server, 'other')).key;
});

afterAll(() => server.dispose());

/** A space of an account with these features; its id. */
async function spaceOf(key: string, ...features: readonly unknown[]): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const made = await server.fetch('/hub/spaces', {
    key,
    method: 'POST',
    headers,
    body: JSON.stringify({ title: 'Shares' }),
  });
  const { id } = (await made.json()) as { readonly id: string };
  const path = `/hub/spaces/${id}/features`;
  if (features.length > 0)
    await server.fetch(path, {
      key,
      method: 'PUT',
      body: JSON.stringify(collection(...features)),
      headers: { 'content-type': 'application/geo+json' },
    });
  return id;
}

it('an account that sends all imports that it can leaves one to another account', async () => {
  const path = `/spaces/${await spaceOf(greedy)}/features`;
  const running = Array.from({ length: 7 }, () => new StreamedImport(server, path, greedy).send(linesOf(10)));
  let importing = 0; // which two are let in first is for the server to say
  for (const each of running)
    void each
      .send(linesOf(1_000))
      .next()
      .then((line) => (importing += line?.['type'] === 'ImportProgress' ? 1 : 0))
      .catch(() => undefined); // aborted
  await until('two are imported', () => importing === 2);
  const own = new StreamedImport(server, `/spaces/${await spaceOf(other)}/features`, other);
  expect(await own.send(linesOf(10)).end().rest()).toMatchObject([
    {},
    { type: 'ImportSummary', inserted: 10 },
  ]);
  for (const each of running) each.abort();
  const after = async () =>
    (await new StreamedImport(server, path, greedy).send(linesOf(10)).end().rest()).at(-1);
  await until('the server sees that clients have gone', async () => (await after())?.['end'] === 'complete');
});

it('an account that makes all archives of tiles that it can leaves one to another account, and ends them by leaving', async () => {
  const coordinates = [[[-170, -80], [170, -80], [170, 80], [-170, 80], [-170, -80]]]; // prettier-ignore
  const world = { type: 'Feature', id: 'world', geometry: { type: 'Polygon', coordinates } };
  const id = await spaceOf(greedy, world);
  const make = (key: string, of: string, maxZoom: number, signal?: AbortSignal) =>
    server.fetch(`/tiles/${of}.pmtiles?maxzoom=${maxZoom}`, {
      key,
      method: 'POST',
      ...(signal && { signal }),
    });
  const leaving = new AbortController();
  let refused = 0;
  const running = Array.from({ length: 7 }, async () => {
    const response = await make(greedy, id, 7, leaving.signal).catch(() => undefined);
    if (response?.status === 503) refused += 1;
    return response?.status;
  });
  await until('those that are too many are refused', () => refused === 2);
  expect((await make(other, await spaceOf(other, point('a', 1, 1)), 4)).status).toBe(201);
  leaving.abort();
  const ended = await Promise.all(running);
  expect([
    ended.filter((status) => status === undefined),
    ended.filter((status) => status === 503),
  ]).toMatchObject([{ length: 5 }, { length: 2 }]);
  await until(
    'the server sees that clients have gone',
    async () => (await make(greedy, id, 1)).status === 201,
  );
});

it('an account that reads all exports slowly that it can leaves one to another account', async () => {
  const text = 'x'.repeat(100_000); // much more in all than the buffers of a connection hold
  const large = Array.from({ length: 200 }, (_, index) => point(`f${index}`, 1, 2, { text }));
  const id = await spaceOf(greedy, ...large);
  const slow = await Promise.all(
    Array.from({ length: 70 }, async () => {
      const socket = await dial(server);
      socket.pause();
      socket.write(
        `GET ${server.target(`/hub/spaces/${id}/export`)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${greedy}\r\n\r\n`,
      );
      await Promise.race([once(socket, 'readable'), slowly(200)]);
      return socket;
    }),
  );
  const own = await spaceOf(other, point('a', 1, 1));
  const response = await server.fetch(`/hub/spaces/${own}/export`, { key: other });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"id":"a"')]);
  for (const socket of slow) socket.destroy();
}); // takes two seconds, to write and to read 20 MB
