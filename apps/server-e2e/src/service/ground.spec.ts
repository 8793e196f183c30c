import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const FOR_EVER = 'public, max-age=31536000, immutable';
const REGULAR = encodeURIComponent('Noto Sans Regular');
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.inMemory();
});
afterAll(() => server.dispose());

const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  await server.fetch(`/ground/${path}`, { key: null, headers });

/** The bytes as they are sent, which `fetch` decompresses. */
const raw = async (
  path: string,
  coding: string,
): Promise<{ readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> =>
  await new Promise((resolve, reject) => {
    httpGet(server.origin + path, { headers: { 'accept-encoding': coding } }, (response) => {
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject);
    }).on('error', reject);
  });

describe('the ground', () => {
  it('gives tiles to everybody, compressed as they are stored, and plain to those who ask for that', async () => {
    const path = server.target('/ground/4/8/5.mvt');
    const stored = await raw(path, 'gzip, deflate, br');
    const plain = await raw(path, 'identity');
    expect(stored.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/vnd.mapbox-vector-tile',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(stored.bytes).equals(plain.bytes)).toBe(true);
    expect((await get('4/8/5.mvt', { authorization: 'Bearer none' })).status).toBe(200);
  });

  it.each([
    ['where there is nothing', '7/0/0.mvt', 204],
    ['nearer than it has tiles', '30/0/0.mvt', 204],
    ['outside the world', '3/8/0.mvt', 400],
    ['at no number', '3/a/0.mvt', 400],
    ['of a zoom that there is not', '31/0/0.mvt', 400],
    ['of characters that it has no glyphs of', `fonts/${REGULAR}/1536-1791.pbf`, 404],
    ['of no range of characters', `fonts/${REGULAR}/1-256.pbf`, 400],
    ['of a range that is too long', `fonts/${REGULAR}/0-511.pbf`, 400],
    ['beyond the last range', `fonts/${REGULAR}/65536-65791.pbf`, 400],
    ['of a font that it does not have', 'fonts/Arial/0-255.pbf', 404],
    ['of the first font that it has', `fonts/Arial,${REGULAR}/0-255.pbf`, 200],
    ['of a file that is no font', `fonts/${encodeURIComponent('../sprite')}.woff2`, 404],
    ['of another file', `${encodeURIComponent('../package')}.json`, 404],
    ['in a language that is none', 'style.json?language=%3C%3E', 200],
  ])('%s it answers %s with %i', async (_, path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it.each(['5/16/11.mvt', `fonts/${REGULAR}/0-255.pbf`, 'fonts/noto-sans-latin-400.woff2', 'sprite.png'])(
    'may be kept for ever where the address has the version, and is asked for again by its tag: %s',
    async (path) => {
      const version = /\?v=(\w+)/.exec(await (await get('style.json')).text())?.[1] ?? '';
      const named = await get(`${path}?v=${version}`);
      expect(named.headers.get('cache-control')).toBe(FOR_EVER);
      const other = await get(`${path}?v=other`);
      expect(other.headers.get('cache-control')).toBe('public, max-age=86400');
      const tag = other.headers.get('etag') ?? '';
      expect(tag).not.toBe('');
      expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
    },
  );

  it('tells the size of what it has without sending it', async () => {
    for (const path of ['4/8/5.mvt', 'sprite.png', 'fonts/noto-sans-latin-400.woff2']) {
      const response = await server.fetch(`/ground/${path}`, { key: null, method: 'HEAD' });
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
      expect((await response.arrayBuffer()).byteLength).toBe(0);
    }
  });

  it('compresses glyphs', async () => {
    const { headers } = await get(`fonts/${REGULAR}/0-255.pbf`, { 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  it('has another style in another theme and another language', async () => {
    const look = async (query: string) => {
      const response = await get(`style.json${query}`);
      return [await response.text(), response.headers.get('etag')];
    };
    const looks = ['', '?theme=dark', '?language=de'];
    const all = (await Promise.all(looks.map(look))).flat();
    expect(new Set(all).size).toBe(all.length);
    expect((await look('?theme=light&language=en'))[0]).toBe(all[0]);
  });
});
