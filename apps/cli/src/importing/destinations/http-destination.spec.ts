import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@cairn/client';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { NewAlbum } from './destination.js';
import { HttpDestination } from './http-destination.js';

interface StoredAlbum {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly images: readonly string[];
  readonly coverId?: string;
}

/** What a request may have. */
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
/** How many requests that change something are carried out. The next one ends the import. */
let changes: number;

/** As a server does, an album keeps its images where they are. */
function changed({ method, url = '' }: IncomingMessage, body: Body): StoredAlbum {
  const id = url.split('/')[3] ?? '';
  const there = albums.find((one) => one.id === id);
  if (there === undefined) {
    const { title = '', description = '', images = [] } = body;
    const added = { id: `album${albums.length}`, title, description, images };
    albums.unshift(added);
    return added;
  }
  const images = [...new Set([...there.images, ...(body.images ?? [])])];
  const next = method === 'PATCH' ? { ...there, ...body } : { ...there, images };
  albums = albums.map((one) => (one.id === id ? next : one));
  return next;
}

beforeEach(async () => {
  [albums, changes] = [[], Infinity];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return response.end(JSON.stringify({ albums }));
      changes -= 1;
      if (changes < 0) return response.writeHead(403).end('{}');
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

it.each([1, 2, 3])('an album of 2,500 images is completed after an import ended at step %d', async (step) => {
  const whole = album('Trip', 2_500);
  changes = step;
  await expect(destination().addAlbum(whole)).rejects.toThrow();
  changes = Infinity;
  expect(await destination().addAlbum(whole)).toBe(true);
  const { images, description, coverId } = whole;
  expect(albums).toMatchObject([{ title: 'Trip', images, description, coverId }]);
  expect(await destination().addAlbum(whole)).toBe(false);
});

it('of several albums of one title each is completed as itself', async () => {
  const albumsOfTitle = [album('a', 2), album('b', 1_001)].map((one) => ({ ...one, title: 'Trip' }));
  const first = destination();
  for (const one of albumsOfTitle) await first.addAlbum(one);
  albums = albums.map((one, index) =>
    index === 0 ? { ...one, images: [], description: '(being imported by cairn)' } : one,
  );
  const again = destination();
  const added: boolean[] = [];
  for (const one of albumsOfTitle) added.push(await again.addAlbum(one));
  expect(added).toEqual([false, true]);
  expect(albums.map(({ images }) => images.length)).toEqual([1_001, 2]);
});
