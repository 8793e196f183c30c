import type { CreatedKey, GrantRole, SessionRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { linesOf } from '../features/imports.js';
import { fetchDocument, operationsOf, type Operation } from '../fuzz/api-document.js';
import { Browser, join, setUp } from '../support/browser.js';
import { dial, readResponse } from '../support/raw-connection.js';
import { StreamedImport } from '../support/streamed-import.js';

const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'keys:manage', 'admin'];
const MULTIPART = 'multipart/form-data';

let server: ServerProcess;
let operations: readonly Operation[];
/** What operations can be about, by the names of their parameters. */
let there: Readonly<Record<string, string>>;

const newKey = async (): Promise<CreatedKey> =>
  await server.json('POST', '/api/keys', { name: 'taken', scopes });
const revoke = async ({ id }: CreatedKey): Promise<unknown> =>
  await server.request('DELETE', `/api/keys/${id}`);

beforeAll(async () => {
  server = await ServerProcess.inMemory({
    CAIRN_IMPORTS: 'on',
    CAIRN_RATE_FAILED_AUTH: '0',
  });
  const space = await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'There' });
  const album = await server.json<{ id: string }>('POST', '/api/albums', { title: 'There' });
  there = { spaceId: space.id, album: album.id };
  operations = operationsOf(await fetchDocument(server.address)).filter(
    ({ requestBody, security = [] }) =>
      requestBody !== undefined && security.some((one) => Object.keys(one).length > 0),
  );
});

afterAll(() => server.dispose());

/** A form of images, or the example of the document. */
function bodyOf({ requestBody }: Operation): { readonly type: string; readonly body: Buffer } {
  const { content = {} } = requestBody ?? {};
  const found = Object.entries(content).find(
    ([type, { example }]) => type === MULTIPART || example !== undefined,
  );
  const [type = '', { example = 'name\nbytes that have no example\n' } = {}] = found ?? [];
  if (type !== MULTIPART)
    return { type, body: Buffer.from(typeof example === 'string' ? example : JSON.stringify(example)) };
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const parts = [file, fixtures.jpeg.bytes, '\r\n--b--\r\n'];
  return { type: `${type}; boundary=b`, body: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

const bearing = ({ key }: CreatedKey): string => `Authorization: Bearer ${key}`;

/** Sends the body after `meanwhile`, once the server reads it. Gives the status. */
async function statusOf(
  operation: Operation,
  credential: string,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const { method, path, parameters = [] } = operation;
  const target = parameters.reduce(
    (text, { name, example }) =>
      text.replace(
        `{${name}}`,
        encodeURIComponent(there[name] ?? (typeof example === 'string' ? example : 'x')),
      ),
    path.replace('/albums/{id}', `/albums/${there['album'] ?? ''}`),
  );
  const { type, body } = bodyOf(operation);
  const socket = await dial(server);
  const reads = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  const answered = readResponse(socket);
  socket.write(
    `${method} ${server.target(target)} HTTP/1.1\r\nHost: x\r\n${credential}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  );
  await Promise.race([reads, answered]);
  await meanwhile();
  socket.write(body);
  const statuses = [...(await answered).all.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) =>
    Number(status),
  );
  return statuses.at(-1) ?? 0;
}

it('a session that ends, a role that is lowered and a user who is removed meanwhile store nothing', async () => {
  const upload = operations.find(({ operationId }) => operationId === 'uploadImage');
  if (upload === undefined) throw new Error('There is no upload.');
  const ada = await setUp(server);
  const grace = await join(server, ada, 'Grace');
  const { account } = await ada.get<SessionRecord>('/api/session');
  const { user } = await grace.get<SessionRecord>('/api/session');
  const grant = async (role: GrantRole): Promise<unknown> => {
    const resource = { type: 'account', id: account.id };
    return await ada.send('POST', '/api/grants', {
      body: { resource, to: { type: 'user', name: 'Grace' }, role },
    });
  };
  const there = `Cookie: ${grace.cookie}\r\nCairn-Account: ${account.id}`;
  await grant('contributor');
  expect(await statusOf(upload, there, async () => undefined)).toBe(201);
  expect(await statusOf(upload, there, () => grant('viewer'))).toBe(403);
  const other = new Browser(server);
  await other.signIn('Grace');
  expect(await statusOf(upload, `Cookie: ${other.cookie}`, () => other.send('DELETE', '/api/session'))).toBe(
    401,
  );
  const remove = () => ada.send('DELETE', `/api/users/${user.id}`);
  expect(await statusOf(upload, `Cookie: ${grace.cookie}`, remove)).toBe(401);
});

describe('a key that is revoked while a body comes', () => {
  it('stores nothing, whatever the operation', async () => {
    const statuses = await Promise.all(
      operations.map(async (operation) => {
        const key = await newKey();
        return [operation.operationId, await statusOf(operation, bearing(key), () => revoke(key))] as const;
      }),
    );
    const others = statuses.filter(([, status]) => status !== 401);
    expect(statuses.length).toBeGreaterThan(35);
    // The one says of each image that it is refused, to the other an address without a query is wrong anyway.
    expect(others).toEqual([
      ['uploadImages', 200],
      ['putPhotoSpace', 400],
    ]);
  });

  it('stores the images that came before, and no further one of the form', async () => {
    const key = await newKey();
    const file = (name: string): Buffer =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
        fixtures.jpeg.bytes,
        Buffer.from('\r\n'),
      ]);
    const listed = async (): Promise<readonly string[]> => {
      const { images } = await server.json<{ images: readonly { readonly url: string }[] }>(
        'GET',
        '/api/images?path=taken',
      );
      return images.map(({ url }) => url);
    };
    async function* parts(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="path"\r\n\r\ntaken\r\n');
      yield file('first.jpg');
      yield file('second.jpg').subarray(0, 200);
      while ((await listed()).length === 0);
      await revoke(key);
      yield file('second.jpg').subarray(200);
      yield file('third.jpg');
      yield Buffer.from('--b--\r\n');
    }
    const answer = await server.fetch('/api/uploads', {
      method: 'POST',
      key: key.key,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: ReadableStream.from(parts()),
      duplex: 'half',
    });
    const { results } = (await answer.json()) as { readonly results: readonly { readonly status: number }[] };
    expect(results.map(({ status }) => status)).toEqual([201, 401, 401]);
    expect(await listed()).toHaveLength(1);
  });

  it('ends an import with what was stored before', async () => {
    const key = await newKey();
    const { id } = await server.json<{ id: string }>('POST', '/hub/spaces', { title: 'Taken' });
    const importing = new StreamedImport(server, `/spaces/${id}/features`, key.key).send(linesOf(3_000));
    expect(await importing.next()).toMatchObject({ type: 'ImportProgress' });
    await revoke(key);
    const lines = await importing.send(linesOf(3_000, 3_000)).end().rest();
    const { count } = await server.json<{ count: number }>('GET', `/hub/spaces/${id}/count`);
    expect(lines.at(-1)).toMatchObject({ end: 'failed', inserted: count, reason: { code: 'invalid-key' } });
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(3_000); // less if the key was revoked while these were stored
  });
});
