import { randomBytes } from 'node:crypto';
import type { AlbumRecord, CreatedLinkRecord, ImagePage, QuotaDetails } from '@cairn/api-schema';
import { uploadForm, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { startOn } from '../support/environments.js';

const ROUNDS = Number(process.env['QUOTA_ROUNDS'] ?? 8);
/** A picture of one pixel, whose colours no other one has: an album and a link take each once. */
const aPicture = (): Uint8Array =>
  Buffer.concat([
    Buffer.from('47494638396101000100800000', 'hex'),
    randomBytes(6),
    Buffer.from('2c00000000010001000002024401003b', 'hex'),
  ]);
const SIZE = aPicture().length;
const ROOM = 7;
const EACH = 8;

// Each round sends 24 uploads to two servers.
jest.setTimeout(120_000 + ROUNDS * 8_000);

let stores: OpenedStores;
let nodes: readonly ServerProcess[];

const nodeOf = (index: number): ServerProcess => {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('No node runs.');
  return node;
};
const several = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

interface Place {
  readonly key: string | null;
  readonly path: string;
  /** Whether clients tell the length of the body. */
  readonly isLengthKnown?: boolean;
}

async function send(node: ServerProcess, { key, path, isLengthKnown = true }: Place): Promise<Response> {
  const form = new Response(uploadForm({ bytes: aPicture(), tags: 'race' }));
  const headers = { 'content-type': form.headers.get('content-type') ?? '' };
  if (isLengthKnown)
    return await node.fetch(path, { method: 'POST', key, headers, body: await form.arrayBuffer() });
  const streamed: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers,
    body: form.body,
    duplex: 'half',
  };
  return await node.fetch(path, { ...streamed, key });
}

describe('a quota in bytes on two nodes', () => {
  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    const first = await startOn(stores, { release });
    nodes = [first, await startOn(stores, { release, key: first.key })];
  });

  afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await stores.close();
  });

  it.each([
    ['of known length', true],
    ['of unknown length', false],
  ])(
    `with room for ${ROOM} images takes ${ROOM} of ${3 * EACH} %s at once, by upload, to an album and by a link, in ${ROUNDS} rounds`,
    async (_, isLengthKnown) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await openAccount(nodeOf(0), `Bytes ${round}`, {
          imageBytesQuota: ROOM * SIZE,
          scopes: ['images:read', 'images:write', 'keys:manage'],
        });
        const json = async <T>(path: string, body: object): Promise<T> => {
          const headers = { 'content-type': 'application/json' };
          const made = await nodeOf(0).fetch(path, {
            method: 'POST',
            key,
            headers,
            body: JSON.stringify(body),
          });
          expect(made.status).toBe(201);
          return (await made.json()) as T;
        };
        const album = await json<AlbumRecord>('/api/albums', { title: 'Race' });
        const resource = { type: 'folder', id: `race-${round}` };
        const { url } = await json<CreatedLinkRecord>('/api/links', { role: 'contributor', resource });
        const places: readonly Place[] = [
          { key, path: '/api/upload', isLengthKnown },
          { key, path: `/api/albums/${album.id}/upload`, isLengthKnown },
          { key: null, path: `/api/shared/${url.slice(url.lastIndexOf('/') + 1)}/upload`, isLengthKnown },
        ];
        const answers = await Promise.all(
          places.flatMap((place) => several(EACH, (index) => send(nodeOf(index), place))),
        );
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([...several(ROOM, () => 201), ...several(3 * EACH - ROOM, () => 409)]);
        const details = async <T>(path: string): Promise<T> =>
          (await (await nodeOf(1).fetch(path, { key })).json()) as T;
        const quota = await details<QuotaDetails>('/api/quota?include=bytes');
        expect(quota).toMatchObject({
          imageCount: ROOM,
          bytes: { used: ROOM * SIZE, reserved: 0, quota: ROOM * SIZE },
        });
        const { images } = await details<ImagePage>('/api/images?include=file');
        const stored = images.reduce((sum, { file }) => sum + (file?.sizeInBytes ?? 0), 0);
        expect(stored).toBe(ROOM * SIZE);
      }
    },
  );
});
