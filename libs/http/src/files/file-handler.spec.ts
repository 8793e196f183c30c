import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AddressTerms, HostedFile } from '@cairn/images';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FileCache } from './file-cache.js';
import { FileHandler } from './file-handler.js';
import { signatureOf, Signatures } from '../access/tokens/signatures.js';
import { SignedAddresses } from './signed-addresses.js';

const SECRET = 'a secret that is long enough to be one';
const NOW_SECONDS = 1_800_000_000;
const cacheControl = 'public, max-age=3600';
const file: HostedFile = {
  blobKey: 'k',
  contentType: 'image/png',
  width: 9,
  height: 9,
  frames: 1,
  orientation: 1,
  sizeInBytes: 4,
  sha256: 'ab',
  owner: 'alice',
  imageId: 'one',
  visibility: 'public',
  createdAt: 0,
} as const;

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Serves an image with a slow rendering and a signed URL of limited validity. */
async function answered(given: {
  readonly validSeconds: number;
  readonly renderSeconds: number;
  readonly keptSeconds?: number;
  readonly terms?: AddressTerms[];
}): Promise<Response> {
  const { validSeconds, renderSeconds, keptSeconds = 3_600, terms } = given;
  let now = NOW_SECONDS * 1_000;
  const clock = { now: () => now };
  async function* read(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('made');
  }
  const opened = { key: 'd', area: 'derivatives', sizeInBytes: 4, isStored: async () => true, read: async () => read() } as const; // prettier-ignore
  const open = async () => {
    now += renderSeconds * 1_000;
    return opened;
  };
  const handler = new FileHandler({
    cacheControl,
    cache: new FileCache(0),
    openFile: { execute: async () => ({ file, read: async () => read(), findPath: () => undefined }) },
    viewers: { maySee: async () => false },
    derivatives: {
      find: async () => ({ key: 'd', etag: '"d"', contentType: 'image/png', fileName: 'a.png', cacheControl, open }), // prettier-ignore
    },
    signatures: new SignedAddresses({
      signatures: new Signatures({
        settings: new Map([['site', SECRET]]),
        stored: { findByName: async () => undefined },
      }),
      clock,
      keptSeconds,
    }),
    addresses: terms && {
      addressOf: async (_, asked) => {
        terms.push(asked);
        return 'http://store.example.org/d';
      },
    },
  });
  const server = createServer((request, response) => void handler.handle('a.png', request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const query = `w=9&expires=${NOW_SECONDS + validSeconds}&key=site`;
  const signature = signatureOf(`/a.png?${query}`, SECRET);
  return await fetch(`http://127.0.0.1:${port}/a.png?${query}&signature=${signature}`, { redirect: 'manual' }); // prettier-ignore
}

describe('an image at an address that expires', () => {
  it.each([
    { renderSeconds: 0, kept: 20 },
    { renderSeconds: 15, kept: 5 },
    { renderSeconds: 25, kept: 0 },
  ])('is kept by caches for $kept s when it took $renderSeconds of 20 s to be rendered', async (given) => {
    const answer = await answered({ ...given, validSeconds: 20 });
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual([
      'made',
      `public, max-age=${given.kept}, must-revalidate`,
    ]);
  });

  it('is kept no longer than the setting says, so that caches soon know of a revoked key', async () => {
    const answer = await answered({ validSeconds: 20, renderSeconds: 0, keptSeconds: 7 });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=7, must-revalidate');
    const terms: AddressTerms[] = [];
    await answered({ validSeconds: 20, renderSeconds: 0, keptSeconds: 7, terms });
    expect(terms).toMatchObject([{ seconds: 4, cacheControl: 'public, max-age=3, must-revalidate' }]);
  });

  it.each([1, 2, 61, 90, 600, 4_000, 100_000])(
    'is neither sent by the store nor kept by caches after %i s',
    async (validSeconds) => {
      const terms: AddressTerms[] = [];
      const answer = await answered({ validSeconds, renderSeconds: 0, terms });
      const [{ seconds, cacheControl: stored } = { seconds: 0, cacheControl: '' }] = terms;
      const ageOf = (text: string | null): number => Number(/max-age=(\d+)/.exec(text ?? '')?.[1]);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(ageOf(answer.headers.get('cache-control'))).toBeLessThanOrEqual(seconds);
      expect(seconds + ageOf(stored)).toBeLessThanOrEqual(validSeconds);
    },
  );
});
