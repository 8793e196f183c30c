import type {
  AlbumRecord,
  CreatedKey,
  CreatedLinkRecord,
  GrantPage,
  GrantRecord,
  ImagePage,
} from '@cairn/api-schema';
import { slowly, UNLIMITED, until, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOn } from '../support/environments.js';

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 8);
const READERS = 4;

// Rounds take a while: a race is seen by trying it often, which docs/benchmarks.md has a command for.
jest.setTimeout(120_000 + ROUNDS * 4_000);

let stores: OpenedStores;
let nodes: readonly [ServerProcess, ServerProcess];

interface Uploaded {
  readonly id: string;
  readonly path: string;
}

const nodeOf = (index: number): ServerProcess => nodes[index % 2 === 0 ? 0 : 1];
const upload = (index: number, path: string): Promise<Uploaded> =>
  nodeOf(index).upload({ bytes: fixtures.jpeg.bytes, path, name: `p${index}.jpg` });
const newAlbum = (images: readonly string[]): Promise<AlbumRecord> =>
  nodeOf(0).json<AlbumRecord>('POST', '/api/albums', { title: 'Race', images });

interface Manager {
  readonly key: string;
  readonly grantId: string;
}

/** A read, and when it was begun. */
interface Read {
  readonly what: string;
  readonly begun: number;
  readonly status: number;
}

/** Reads as a stranger on both nodes, over and over, until it is told to end; then once more. */
function readers(paths: readonly (readonly [string, Readonly<Record<string, string>>?])[]): {
  /** Waits until every reader has read once more or so. */
  readonly goOn: () => Promise<void>;
  readonly stop: () => Promise<readonly Read[]>;
} {
  const reads: Read[] = [];
  let isOver = false;
  const read = async (first: number): Promise<void> => {
    for (let turn = first, left = paths.length; left > 0; turn += 1) {
      if (isOver) left -= 1;
      const [path = '', headers = {}] = paths[turn % paths.length] ?? [];
      const begun = performance.now();
      const status = await statusOf(nodeOf(first), path, headers);
      reads.push({ what: `${path} ${JSON.stringify(headers)}`, begun, status });
    }
  };
  const all = Promise.all(Array.from({ length: READERS }, (_, index) => read(index)));
  return {
    goOn: async () => {
      const before = reads.length;
      await until('readers have read', () => reads.length >= before + READERS);
    },
    stop: async () => {
      isOver = true;
      await all;
      return reads;
    },
  };
}

/** 0 for an answer that breaks off, as that of an archive does when its link is revoked. */
async function statusOf(
  node: ServerProcess,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  try {
    const response = await node.fetch(path, { key: null, headers });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The reads that were begun later and answered with anything but 404. */
const wrongAfter = (reads: readonly Read[], changed: number): readonly Read[] =>
  reads.filter(({ begun, status }) => begun > changed && status !== 404);
const openedBefore = (reads: readonly Read[], changed: number): number =>
  reads.filter(({ begun, status }) => begun < changed && [200, 304].includes(status)).length;

beforeAll(async () => {
  stores = await environmentOf('PostgreSQL + S3').open();
  const release = async (): Promise<void> => undefined;
  const first = await startOn(stores, { release, env: UNLIMITED });
  nodes = [first, await startOn(stores, { release, key: first.key, env: UNLIMITED })];
});

afterAll(async () => {
  for (const node of nodes) await node.dispose();
  await stores.close();
});

describe(`on two nodes, in ${ROUNDS} rounds`, () => {
  it('no read of a link that is begun after its revocation was answered opens anything, on either node', async () => {
    const images = [await upload(0, 'revoked'), await upload(1, 'revoked')].map(({ id }) => id);
    const resource = { type: 'album', id: (await newAlbum(images)).id };
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = { resource, download: true };
      const { id, url } = await nodeOf(round).json<CreatedLinkRecord>('POST', '/api/links', body);
      const shared = `/api/shared/${url.slice(url.lastIndexOf('/') + 1)}`;
      const file = `${shared}/images/${images[0] ?? ''}/file?w=320`;
      const etag = (await nodeOf(0).fetch(file, { key: null })).headers.get('etag') ?? '';
      const parts = [
        shared,
        `${shared}/images`,
        file,
        `${shared}/download`,
        shared.replace('api/shared', 'a'),
      ];
      const reading = readers([...parts.map((path) => [path] as const), [file, { 'if-none-match': etag }]]);
      await reading.goOn();
      await nodeOf(round + 1).json('DELETE', `/api/links/${id}`);
      const changed = performance.now();
      await reading.goOn();
      const reads = await reading.stop();
      expect(openedBefore(reads, changed)).toBeGreaterThan(0);
      expect(wrongAfter(reads, changed)).toEqual([]);
    }
  });

  it('no node answers what is made of an image to strangers once it is private, cached or not', async () => {
    const { id, path } = await upload(0, 'closed');
    const forms = ['', '?w=320', '?w=320&format=webp', '?format=thumbhash'];
    const show = (index: number, visibility: string): Promise<unknown> =>
      nodeOf(index).json('PATCH', `/api/images/${id}`, { visibility });
    const tags: string[] = [];
    for (const form of forms)
      for (const index of [0, 1])
        tags.push((await nodeOf(index).fetch(path + form, { key: null })).headers.get('etag') ?? '');
    for (let round = 0; round < ROUNDS; round += 1) {
      const reading = readers([
        ...forms.map((form) => [path + form] as const),
        ...forms.map((form) => [path + form, { 'if-none-match': tags.join(', ') }] as const),
        [path, { range: 'bytes=0-9' }],
        [path, { 'if-modified-since': new Date().toUTCString() }],
      ]);
      await reading.goOn();
      await show(round, 'private');
      const changed = performance.now();
      await reading.goOn();
      const reads = await reading.stop();
      expect(openedBefore(reads, changed)).toBeGreaterThan(0);
      expect(wrongAfter(reads, changed)).toEqual([]);
      await show(round + 1, 'public');
    }
  });

  it('images that are deleted while the album is ordered anew leave it, and the others stay in order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1) ids.push((await upload(index, `order-${round}`)).id);
      const album = await newAlbum(ids);
      await nodeOf(1).json('PATCH', `/api/albums/${album.id}`, { coverId: ids[2] });
      const [first = '', second = ''] = ids;
      const gone = [2, 4, 5].map((index) => ids[index] ?? '');
      const order = async (): Promise<void> => {
        for (let turn = 0; turn < 8; turn += 1) {
          const [moved, before] = turn % 2 === 0 ? [first, second] : [second, first];
          await nodeOf(turn).json('POST', `/api/albums/${album.id}/images`, { images: [moved], before });
        }
      };
      const append = nodeOf(0).json('POST', `/api/albums/${album.id}/images`, { images: [...gone] });
      await Promise.all([
        order(),
        append,
        slowly((round * 40) / ROUNDS).then(() =>
          nodeOf(1).json('POST', '/api/images/bulk/delete', { ids: gone.slice(0, 2) }),
        ),
        slowly((round * 60) / ROUNDS).then(() => nodeOf(0).json('DELETE', `/api/images/${gone[2] ?? ''}`)),
      ]);
      const left = [second, first, ...ids.slice(2).filter((id) => !gone.includes(id))];
      for (const node of nodes) {
        const { images } = await node.json<ImagePage>('GET', `/api/albums/${album.id}/images`);
        expect(images.map(({ id }) => id)).toEqual(left);
        const record = await node.json<AlbumRecord>('GET', `/api/albums/${album.id}`);
        expect([record.imageCount, record.cover?.id]).toEqual([left.length, second]);
      }
    }
  });

  it('of two managers who remove one another one stays, and the other is none any more on either node', async () => {
    const [own] = await nodeOf(0).json<readonly { readonly id: string }[]>('GET', '/api/accounts?limit=1');
    const accountId = own?.id ?? '';
    const resource = { type: 'account', id: accountId };
    const guest = await nodeOf(0).json<{ readonly id: string }>('POST', '/api/accounts', { name: 'Guests' });
    const newManager = async (name: string): Promise<Manager> => {
      const scopes = ['images:read', 'keys:manage'];
      const body = { name, scopes, accountId: guest.id };
      const { id, key } = await nodeOf(0).json<CreatedKey>('POST', '/api/keys', body);
      const grant = { resource, to: { type: 'key', id }, role: 'manager' };
      return { key, grantId: (await nodeOf(0).json<GrantRecord>('POST', '/api/grants', grant)).id };
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const managers = [await newManager(`one ${round}`), await newManager(`other ${round}`)] as const;
      const removals = managers.map(async ({ key }, index) => {
        const { grantId = '' } = managers[1 - index] ?? {};
        return (await nodeOf(index).fetch(`/api/grants/${grantId}`, { method: 'DELETE', key })).status;
      });
      const statuses = await Promise.all(removals);
      expect([...statuses].sort()).toEqual([204, expect.any(Number)]);
      const { grants } = await nodeOf(round).json<GrantPage>(
        'GET',
        `/api/grants?type=account&id=${accountId}`,
      );
      expect(grants.map(({ id }) => id)).toEqual([managers[statuses.indexOf(204)]?.grantId]);
      for (const node of nodes) {
        const seen = await Promise.all(
          managers.map(async ({ key }) => {
            const headers = { 'cairn-account': accountId };
            return (await node.fetch('/api/images', { key, headers })).status;
          }),
        );
        expect(seen).toEqual(statuses.map((status) => (status === 204 ? 200 : 403)));
      }
      await nodeOf(0).json('DELETE', `/api/grants/${grants[0]?.id ?? ''}`);
    }
  });
});
