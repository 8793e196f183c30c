import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_CONTRIBUTION_RULES, LinkNotFound, type Link } from '@cairn/access';
import type { Application } from '@cairn/composition';
import type { Image } from '@cairn/images';
import { until } from '@cairn/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createCapacity } from '../../capacity.js';
import { HttpError } from '../../messages/http-error.js';
import { Addresses } from '../../messages/addresses.js';
import { requestContextOf } from '../../messages/request-context.js';
import { defaultHttpSettings } from '../../settings/http-settings.js';
import { sharedHandlers } from './shared-handlers.js';

const link: Link = {
  id: 'l',
  accountId: 'alice',
  digest: 'd',
  resource: { type: 'album', id: 'trip' },
  role: 'viewer',
  position: 'exact',
  download: true,
  createdAt: 0,
  uses: 0,
  ...DEFAULT_CONTRIBUTION_RULES,
  addedImages: 0,
  addedBytes: 0,
  waitingImages: 0,
};
const file: Image['file'] = {
  blobKey: 'k',
  contentType: 'image/png',
  width: 9,
  height: 9,
  frames: 1,
  orientation: 1,
  sizeInBytes: 4,
  sha256: 'ab',
};
const imageCalled = (name: string): Image => ({
  id: name,
  owner: 'alice',
  path: '',
  fileName: `${name}.png`,
  tags: [],
  visibility: 'private',
  file,
  createdAt: 0,
  updatedAt: 0,
});
const PIECE = Buffer.alloc(64 * 1_024);

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.closeAllConnections() ?? server.close()));

/** The bytes of an image, and the number of readers that were opened and closed. */
interface Bytes {
  readonly pieces: number;
  opened: number;
  closed: number;
  /** Whether the image was removed from the album after the archive was begun. */
  isTakenOut?: boolean;
}

interface Given {
  /** Images of the album, the first one first. */
  readonly images: readonly Bytes[];
  /** How often the link may be opened again. */
  readonly opens?: number;
}

const ofPieces = (pieces: number): Bytes => ({ pieces, opened: 0, closed: 0 });

/** Serves the archive of an album. */
async function serve({ images, opens = Infinity }: Given) {
  const stored = images.map((_, index) => imageCalled(`p${index}`));
  let left = opens;
  const reader = {
    title: async () => ({ title: 'Trip', description: '', takesImages: false }),
    images: async () => ({ images: stored }),
    image: async (_: Link, id: string) => {
      const index = stored.findIndex((image) => image.id === id);
      if (images[index]?.isTakenOut === true) throw new LinkNotFound();
      return stored[index] ?? imageCalled('none');
    },
  };
  async function* read(bytes: Bytes | undefined): AsyncGenerator<Uint8Array> {
    if (bytes === undefined) return;
    bytes.opened += 1;
    try {
      for (let sent = 0; sent < bytes.pieces; sent += 1) yield PIECE;
    } finally {
      bytes.closed += 1;
    }
  }
  // Only the use case that opens files is called, and its result is passed on. Nobody watches.
  const used = {
    open: (image: object) => ({ file: image }),
    watch: () => undefined,
    watchAll: () => undefined,
  };
  const application = { get: () => used } as unknown as Application;
  const handlers = sharedHandlers({
    application,
    addresses: new Addresses('http://cairn', 'http://cairn/cdn'),
    capacity: createCapacity(application, defaultHttpSettings),
    linkAccess: {
      recheck: async () => {
        if ((left -= 1) < 0) throw new LinkNotFound();
        return link;
      },
      countUse: async () => undefined,
    },
    sharedReader: reader,
    files: {
      sendPrivately: async () => undefined,
      readPrivately: async ({ fileName }) =>
        read(images[stored.findIndex((image) => image.fileName === fileName)]),
    },
  });
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { 'x-network': holder = 'here' } = request.headers;
    Object.assign(requestContextOf(request), { principal: { kind: 'link', link }, holder });
    const params = { secret: 's' };
    handlers['downloadShared']?.({ request, response, params, query: {} }).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof HttpError) response.writeHead(error.status).end(error.code);
      else response.writeHead(500).end(String(error));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (init: RequestInit = {}): Promise<Response> => await fetch(address, init);
}

describe('the archive of a link', () => {
  it('reads every image to its end, one after the other', async () => {
    const images = [ofPieces(2), ofPieces(3)];
    const download = await serve({ images });
    const response = await download();
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Trip.zip"');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5 * PIECE.length);
    expect(images.map(({ opened, closed }) => [opened, closed])).toEqual([[1, 1], [1, 1]]); // prettier-ignore
  });

  it('has headers and no body for HEAD, which reads nothing', async () => {
    const images = [ofPieces(2)];
    const download = await serve({ images });
    const [head, get] = [await download({ method: 'HEAD' }), await download()];
    for (const name of ['content-type', 'content-disposition', 'cache-control'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    await get.arrayBuffer();
    expect(images[0]?.opened).toBe(1);
  });

  it('closes what it reads as soon as the client has gone, and reads no further image', async () => {
    const images = [ofPieces(Infinity), ofPieces(1)];
    const download = await serve({ images });
    const leave = new AbortController();
    const response = await download({ signal: leave.signal });
    await response.body?.getReader().read();
    expect(images[0]).toMatchObject({ opened: 1, closed: 0 });
    leave.abort();
    await until('what it reads is closed', () => images[0]?.closed === 1);
    expect(images[1]?.opened).toBe(0);
  });

  it('leaves out what was taken out of the album, and goes on', async () => {
    const images = [ofPieces(1), { ...ofPieces(1), isTakenOut: true }, ofPieces(1)];
    const download = await serve({ images });
    const bytes = Buffer.from(await (await download()).arrayBuffer());
    expect(['p0.png', 'p1.png', 'p2.png'].map((name) => bytes.includes(name))).toEqual([true, false, true]);
    expect(images.map(({ opened }) => opened)).toEqual([1, 0, 1]);
  });

  it('breaks off when the link is revoked, before the next image', async () => {
    const images = [ofPieces(1), ofPieces(1), ofPieces(1)];
    const download = await serve({ images, opens: 3 }); // for the page, and for two images
    await expect(download().then((response) => response.arrayBuffer())).rejects.toThrow();
    expect(images.map(({ opened, closed }) => [opened, closed])).toEqual([[1, 1], [1, 1], [0, 0]]); // prettier-ignore
  });

  it('is refused while eight others of the network are sent, also for HEAD, until one of them ends', async () => {
    const images = [ofPieces(Infinity)];
    const download = await serve({ images });
    const leaving = Array.from({ length: 8 }, () => new AbortController());
    const responses = await Promise.all(leaving.map(({ signal }) => download({ signal })));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [refused, head] = [await download(), await download({ method: 'HEAD' })];
    expect([refused.status, await refused.text(), head.status]).toEqual([503, 'archives-busy', 503]);
    expect((await download({ method: 'HEAD', headers: { 'x-network': 'there' } })).status).toBe(200);
    leaving[0]?.abort();
    await until('one of them has ended', () => images[0]?.closed === 1);
    for (let turn = 0; turn < 9; turn += 1) expect((await download({ method: 'HEAD' })).status).toBe(200);
    leaving.forEach((leave) => leave.abort());
    await until('all have ended', () => images[0]?.closed === 8);
  });
});
