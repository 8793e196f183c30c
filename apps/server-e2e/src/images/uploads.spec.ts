import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { ImageDetails, UploadsResult } from '@cairn/api-schema';
import { IN_MEMORY, ServerProcess, until, UNLIMITED } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';

const { bytes } = fixtures.jpeg;
const MAX_FILES = 12;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({
    env: { ...IN_MEMORY, ...UNLIMITED, CAIRN_MAX_FILES_PER_UPLOAD: String(MAX_FILES) },
  });
});

afterAll(() => server.dispose());

type Part = readonly [field: string, value: string | Uint8Array, name?: string];

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [field, value, name] of parts)
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([Uint8Array.from(value)]), name);
  return form;
}

async function send(
  parts: readonly Part[],
  more: { readonly key?: string; readonly headers?: Record<string, string> } = {},
): Promise<UploadsResult['results']> {
  const answer = await server.fetch('/api/uploads', { method: 'POST', body: formOf(parts), ...more });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as UploadsResult).results;
}

/** When the image of each was taken, as far as is known, or else what is wrong with it. */
async function takenOf(results: UploadsResult['results']): Promise<readonly unknown[]> {
  return await Promise.all(
    results.map(async (result) => {
      if ('error' in result) return result.error.errors;
      const answer = await server.fetch(`/api/images/${result.image.id}?include=taken`);
      return ((await answer.json()) as ImageDetails).taken;
    }),
  );
}

const shown = (results: UploadsResult['results']): readonly unknown[] =>
  results.map((result) => ('image' in result ? [result.image.path, result.image.tags] : result.error.code));

describe('the date of an uploaded file', () => {
  it('is the last guess of when a photo was taken, in the form and in the details', async () => {
    const results = await send([
      ['lastModified', '2024-07-01T12:34:56+02:00'],
      ['file', bytes, 'plain.jpg'],
      ['file', bytes, 'IMG_20230102_030405.jpg'],
      ['details', '{"lastModified":"2023-05-06T07:08:09Z"}'],
      ['file', bytes, 'own.jpg'],
      ['details', '{"lastModified":"2024-02-30T10:00:00"}'],
      ['file', bytes, 'impossible.jpg'],
    ]);
    expect(await takenOf(results)).toEqual([
      { at: '2024-07-01T12:34:56+02:00', from: 'file' },
      { at: '2023-01-02T03:04:05', from: 'name' },
      { at: '2023-05-06T07:08:09Z', from: 'file' },
      [expect.objectContaining({ pointer: '/lastModified', code: 'invalid-time' })],
    ]);
    const form = formOf([['lastModified', '0000-00-00T00:00:00'], ['file', bytes, 'one.jpg']]); // prettier-ignore
    const refused = await server.fetch('/api/upload', { method: 'POST', body: form });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/lastModified' }] });
  });
});

describe('an upload of many files', () => {
  it('stores each that it can, with its own details or those of all, and says what is wrong with the others', async () => {
    const large = Buffer.alloc(6 * 1024 * 1024, 'x'); // more than a form may have besides its files
    const results = await send([
      ['path', 'all'],
      ['tags', 'a,b'],
      ['file', bytes, 'one.jpg'],
      ['file', large, 'text.txt'],
      ['details', JSON.stringify({ path: 'own', tags: ['c'], name: 'renamed.jpg' })],
      ['file', bytes, 'two.jpg'],
      ['details', '{"tags":["d"]}'],
      ['file', bytes, 'three.jpg'],
      ['details', '{'],
      ['file', bytes, 'four.jpg'],
      ['details', '{"path":"../x"}'],
      ['file', bytes, 'five.jpg'],
      ['other', bytes, 'six.jpg'],
      ['path', 'late'],
      ['file', bytes, 'seven.jpg'],
      ['file', bytes, 'eight.jpg'],
    ]);
    expect(shown(results)).toEqual([
      ['all', ['a', 'b']],
      'unsupported-image-type',
      ['own', ['c']],
      ['all', ['d']],
      'malformed-json',
      'invalid-input',
      'invalid-input',
      'invalid-input',
      ['all', ['a', 'b']],
    ]);
    expect(results.map(({ name }) => name)).toEqual(
      ['one.jpg', 'text.txt', 'two.jpg', 'three.jpg', 'four.jpg', 'five.jpg', 'six.jpg', 'seven.jpg', 'eight.jpg'], // prettier-ignore
    );
    expect(results[2]).toMatchObject({
      status: 201,
      image: { url: `${server.address}/cdn/own/renamed.jpg` },
    });
  });

  it('is exact at the quota', async () => {
    const { key } = await openAccount(server, 'Few', { imageQuota: 3 });
    const results = await send(
      Array.from({ length: 5 }, () => ['file', bytes, 'a.jpg'] as const),
      { key },
    );
    expect(results.map(({ status }) => status)).toEqual([201, 201, 201, 409, 409]);
    expect(await (await server.fetch('/api/quota', { key })).json()).toEqual({ imageCount: 3, quota: 3 });
  });

  it('has so many files, and no more', async () => {
    const many = Array.from({ length: MAX_FILES + 3 }, () => ['file', bytes, 'a.jpg'] as const);
    const results = await send([['path', 'many'], ...many]);
    expect(results).toHaveLength(MAX_FILES + 1);
    expect(results.at(-1)).toMatchObject({ status: 413, error: { code: 'too-many-files' } });
  });

  it('may have more bytes in files that wait than besides its files', async () => {
    const large = Buffer.alloc(500 * 1024, 'x');
    const results = await send(Array.from({ length: MAX_FILES }, () => ['file', large, 'a.jpg'] as const));
    expect(shown(results)).toEqual(Array.from({ length: MAX_FILES }, () => 'unsupported-image-type'));
  });

  it('without files is refused as a whole', async () => {
    const refused: readonly (readonly [string | FormData, number])[] = [
      [formOf([['path', 'x']]), 400],
      ['{}', 415],
    ];
    for (const [body, status] of refused)
      expect((await server.fetch('/api/uploads', { method: 'POST', body })).status).toBe(status);
  });

  it('stores nothing twice when it is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const parts: readonly Part[] = [
      ['path', 'repeated'],
      ['tags', 'repeated'],
      ['file', bytes, 'a.jpg'],
      ['file', bytes, 'b.jpg'],
    ];
    const first = await send(parts, { headers });
    expect(await send(parts, { headers })).toEqual(first);
    expect(await server.json('GET', '/api/tags/repeated/images')).toHaveLength(2);
  });

  it('that is cut half-way leaves whole images only', async () => {
    const { port, host } = new URL(server.address);
    const part = (field: string, more = ''): string =>
      `--b\r\nContent-Disposition: form-data; name="${field}"${more}\r\n\r\n`;
    const file = Buffer.concat([Buffer.from(part('file', '; filename="a.jpg"')), bytes, Buffer.from('\r\n')]);
    const body = [Buffer.from(`${part('tags')}cut\r\n`), file, file, file.subarray(0, file.length / 2)];
    const head = [
      `POST ${server.target('/api/uploads')} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${server.key}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
    ];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.concat(body));
    const stored = async (): Promise<number> =>
      (await server.json<readonly unknown[]>('GET', '/api/tags/cut/images')).length;
    await until('two images are stored', async () => (await stored()) === 2);
    socket.destroy();
    await until('the request is logged', () => server.output().includes('/api/uploads'));
    expect(await stored()).toBe(2);
  });
});
