import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@cairn/client';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Refused } from '../../transfer/refused.js';
import type { NewAlbum } from './destination.js';
import { HttpDestination } from './http-destination.js';

interface StoredAlbum {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly images: readonly string[];
  readonly coverId?: string;
}

/** The members that a request may have. */
type Body = Partial<StoredAlbum>;

const album = (title: string, count: number): NewAlbum => ({
  id: undefined,
  title,
  description: 'Two weeks',
  order: 'manual',
  images: Array.from({ length: count }, (_, index) => `${title}${index}`),
  coverId: `${title}1`,
  query: undefined,
  createdAt: undefined,
  updatedAt: undefined,
});

let server: Server;
let albums: StoredAlbum[];
/** The number of changing requests that succeed. The next one ends the import. */
let changes: number;
let isFull: boolean;
/** What `POST /api/uploads/known` answers. */
let known: Readonly<Record<string, readonly object[]>>;
let asked: string[];

/** Like a server, keeps images that an album has at their places. */
function changed({ url = '' }: IncomingMessage, body: Body): StoredAlbum {
  const id = url.split('/')[3] ?? '';
  const there = albums.find((one) => one.id === id);
  if (there === undefined) {
    const { title = '', description = '', images = [], coverId } = body;
    const added = { id: `album${albums.length}`, title, description, images, ...(coverId && { coverId }) };
    albums.unshift(added);
    return added;
  }
  const images = [...new Set([...there.images, ...(body.images ?? [])])];
  const next = { ...there, images };
  albums = albums.map((one) => (one.id === id ? next : one));
  return next;
}

/** Albums, or the images of an album, in pages. The cursor is the number of earlier items. */
function listed(path: string, query = ''): object {
  const there = albums.find(({ id }) => path === `/api/albums/${id}/images`);
  if (there === undefined)
    return { albums: albums.map((one) => ({ ...one, imageCount: one.images.length })) };
  const start = Number(new URLSearchParams(query).get('cursor') ?? 0);
  const images = there.images.slice(start, start + 1_000).map((id) => ({ id }));
  const next = start + 1_000;
  return { images, ...(next < there.images.length && { nextCursor: String(next) }) };
}

beforeEach(async () => {
  [albums, changes, isFull] = [[], Infinity, false];
  [known, asked] = [{}, []];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      const [path = '', query] = (request.url ?? '').split('?');
      if (path === '/hub/spaces/huts' && request.method === 'GET') return response.writeHead(404).end('{}');
      if (request.method === 'GET') return response.end(JSON.stringify(listed(path, query)));
      asked.push(`${request.method} ${path}`);
      if (path === '/api/uploads/known') return response.end(JSON.stringify({ known, sizes: [] }));
      if (path.endsWith('/restore')) return response.end('{}');
      changes -= 1;
      if (changes < 0) return response.writeHead(403).end('{}');
      if (isFull && request.url?.endsWith('/images') === true)
        return response.writeHead(409).end('{"code":"album-full","detail":"It is full."}');
      // The client sends JSON.
      const body = JSON.parse(Buffer.concat(parts).toString()) as Body;
      return response.end(JSON.stringify(changed(request, body)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function destination(): HttpDestination {
  const { port } = server.address() as AddressInfo; // of a TCP server
  return new HttpDestination(createClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'cairn_key' }));
}

it('asks for many files by one request, and finds one in the trash where the folder has no other', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
  const removed = { id: '3', path: 'x', inTrash: true };
  known = {
    [a ?? '']: [{ id: '1', path: 'x', inTrash: false }, removed],
    [b ?? '']: [{ id: '2', path: 'y', inTrash: false }, removed],
  };
  const into = destination();
  const found = await Promise.all([a, b, c].map((sha256 = '') => into.findBytes({ sha256, path: 'x' })));
  expect(found.map((file) => file && [file.id, file.inTrash])).toEqual([
    ['1', false],
    ['3', true],
    undefined,
  ]);
  await into.restore('3');
  expect(asked).toEqual(['POST /api/uploads/known', 'POST /api/images/3/restore']);
});

it('an album of 9,000 images is made by one request, or not', async () => {
  const whole = album('Trip', 9_000);
  changes = 0;
  await expect(destination().addAlbum(whole)).rejects.toThrow();
  expect(albums).toEqual([]);
  changes = 1;
  expect(await destination().addAlbum(whole)).toBe(true);
  const { images, description, coverId } = whole;
  expect(albums).toMatchObject([{ title: 'Trip', images, description, coverId }]);
  expect(await destination().addAlbum(whole)).toBe(false);
});

it('a larger album is completed after an import ended at it', async () => {
  const whole = album('Trip', 10_000);
  changes = 1;
  await expect(destination().addAlbum(whole)).rejects.toThrow();
  changes = Infinity;
  expect(await destination().addAlbum(whole)).toBe(true);
  expect(albums).toMatchObject([{ title: 'Trip', images: whole.images }]);
  expect(await destination().addAlbum(whole)).toBe(false);
});

it.each([
  ['other images', album('Other', 9_000).images],
  ['fewer', album('Trip', 8_999).images],
  ['none', []],
])('an album of the same title that somebody made, with %s, is left as it is', async (_, images) => {
  const own = { id: 'own', title: 'Trip', description: '(being imported by cairn)', images };
  albums = [own];
  expect(await destination().addAlbum(album('Trip', 10_000))).toBe(false);
  expect(albums).toEqual([own]);
});

it('an album that has no room for all its images ends no import', async () => {
  isFull = true;
  await expect(destination().addAlbum(album('Trip', 9_001))).rejects.toMatchObject({
    name: 'Refused',
    message: 'It is full.',
  });
});

it('of several albums of one title each is told by its turn', async () => {
  const albumsOfTitle = [album('a', 2), album('b', 3)].map((one) => ({ ...one, title: 'Trip' }));
  const [first, again] = [destination(), destination()];
  for (const one of albumsOfTitle) expect(await first.addAlbum(one)).toBe(true);
  for (const one of albumsOfTitle) expect(await again.addAlbum(one)).toBe(false);
  expect(albums.map(({ images }) => images.length)).toEqual([3, 2]);
});

it('a space whose bytes cannot be read is refused with what is wrong with them', async () => {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"type":"Feature"}\n');
    throw new Refused('It is damaged.');
  };
  const space = { id: 'huts', title: 'Huts', description: '', settings: {}, format: 'ndjson' } as const;
  await expect(destination().addSpace(space, bytes())).rejects.toThrow(new Refused('It is damaged.'));
});

it('an album whose condition cannot be said by HTTP is refused', async () => {
  const adding = destination().addAlbum({ ...album('Mine', 0), query: { visibilities: ['private'] } });
  await expect(adding).rejects.toThrow(Refused);
  expect(albums).toEqual([]);
});
