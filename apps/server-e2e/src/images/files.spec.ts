import { type ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { onEveryStore } from '../support/environments.js';

const { bytes } = fixtures.jpeg;
let server: ServerProcess;
let url: string;
let etag: string;

const prepare = async (started: ServerProcess): Promise<void> => {
  server = started;
  const form = uploadForm({ bytes, path: 'files', name: 'Sommer "24".jpg' });
  const response = await server.fetch('/api/upload', { method: 'POST', body: form });
  ({ url } = (await response.json()) as { url: string });
  etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
};

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });

onEveryStore({
  use: prepare,
  declare: () => {
    describe('a served file', () => {
      it('has all headers for browsers and caches, and no cookie', async () => {
        const response = await get();
        expect(response.status).toBe(200);
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'image/jpeg',
          'content-length': String(bytes.byteLength),
          etag,
          'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          'content-disposition': 'inline; filename="Sommer -24.jpg"',
        });
        expect(response.headers.has('set-cookie')).toBe(false);
        expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes));
      });

      it.each([
        ['the tag', () => etag],
        ['a weak tag', () => `W/${etag}`],
        ['one of several', () => `"x", ${etag}`],
        ['anything', () => '*'],
      ])('is 304 for %s', async (_, tag) => {
        const response = await get({ 'if-none-match': tag() });
        expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([
          304,
          '',
          etag,
        ]);
      });

      it('answers HEAD with the same headers and no body', async () => {
        const response = await get({}, 'HEAD');
        expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
          200,
          String(bytes.byteLength),
          '',
        ]);
      });

      it.each([
        ['bytes=0-0', 0, 0],
        ['bytes=1-5', 1, 5],
        ['bytes=-4', bytes.byteLength - 4, bytes.byteLength - 1],
        ['bytes=7-', 7, bytes.byteLength - 1],
        ['bytes=0-99999999', 0, bytes.byteLength - 1],
      ])('answers %s with 206', async (range, start, end) => {
        const response = await get({ range });
        expect([response.status, response.headers.get('content-range')]).toEqual([
          206,
          `bytes ${start}-${end}/${bytes.byteLength}`,
        ]);
        expect(Buffer.from(await response.arrayBuffer())).toEqual(
          Buffer.from(bytes).subarray(start, end + 1),
        );
      });

      it('answers 416 without content for a range outside the file', async () => {
        const response = await get({ range: `bytes=${bytes.byteLength}-` });
        expect([response.status, response.headers.get('content-range')]).toEqual([
          416,
          `bytes */${bytes.byteLength}`,
        ]);
        expect(await response.json()).toMatchObject({ code: 'range-not-satisfiable' });
      });

      it.each(['bytes=5-1', 'bytes=0-1,5-6', 'lines=1-2', 'nonsense'])(
        'sends the whole file for %s',
        async (range) => {
          const response = await get({ range });
          expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
            200,
            bytes.byteLength,
          ]);
        },
      );

      it('supports If-Range', async () => {
        const [same, other] = await Promise.all([
          get({ range: 'bytes=0-1', 'if-range': etag }),
          get({ range: 'bytes=0-1', 'if-range': '"old"' }),
        ]);
        expect([same.status, other.status]).toEqual([206, 200]);
      });

      it('has Last-Modified, and evaluates preconditions in the order of RFC 9110', async () => {
        const date = (await get()).headers.get('last-modified') ?? '';
        expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
        const before = new Date(Date.parse(date) - 1_000).toUTCString();
        const asked: readonly (readonly [Record<string, string>, number])[] = [
          [{ 'if-match': etag }, 200],
          [{ 'if-match': `"x", ${etag}` }, 200],
          [{ 'if-match': '*' }, 200],
          [{ 'if-match': '"x"' }, 412],
          [{ 'if-match': `W/${etag}` }, 412],
          [{ 'if-match': '"x"', 'if-none-match': etag }, 412],
          [{ 'if-unmodified-since': date }, 200],
          [{ 'if-unmodified-since': before }, 412],
          [{ 'if-unmodified-since': 'yesterday' }, 200],
          [{ 'if-unmodified-since': before, 'if-match': etag }, 200],
          [{ 'if-modified-since': date }, 304],
          [{ 'if-modified-since': before }, 200],
          [{ 'if-modified-since': 'Sun Nov  6 08:49:37 2094' }, 304],
          [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, 200],
          [{ 'if-modified-since': date, 'if-none-match': '"x"' }, 200],
          [{ range: 'bytes=0-1', 'if-range': date }, 206],
          [{ range: 'bytes=0-1', 'if-range': before }, 200],
        ];
        const statuses = await Promise.all(asked.map(async ([headers]) => (await get(headers)).status));
        expect(statuses).toEqual(asked.map(([, status]) => status));
        expect(await (await get({ 'if-match': '"x"' })).json()).toMatchObject({
          code: 'precondition-failed',
        });
      });

      it('allows CORS requests', async () => {
        const response = await get(
          { origin: 'https://example.org', 'access-control-request-method': 'GET' },
          'OPTIONS',
        );
        expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      });

      it('is read-only', async () => {
        const response = await get({}, 'DELETE');
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      });
    });

    it('a NUL character in the URL is 400', async () => {
      const response = await fetch(`${server.address}/cdn/files%00`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'malformed-address' }]);
    });

    it.each(['/cdn/', '/cdn/nothing.jpg', '/cdn/../package.json', '/cdn/%2e%2e%2fcairn.db', '/cdn/files/'])(
      'nothing is served at %s',
      async (path) => {
        const response = await fetch(server.address + path);
        expect([response.status, await response.json()]).toEqual([
          404,
          expect.objectContaining({ status: 404 }),
        ]);
      },
    );

    it('invalid percent-encoding is 400', async () => {
      const response = await fetch(`${server.address}/cdn/%E0%A4%A`);
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'malformed-address' }),
      ]);
    });
  },
});
