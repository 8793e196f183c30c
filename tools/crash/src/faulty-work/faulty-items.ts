import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@cairn/harness';
import sharp from 'sharp';
import { blobsOf } from '../data-dir.js';
import { photo } from '../photos/photo-crash.js';
import {
  copyFaults,
  eventFaults,
  FAULTY_WIDTHS,
  imageFaults,
  statementFaults,
  type Faults,
} from './faults.js';
import type { FaultyServers } from './faulty-server.js';

/** Items of one kind of background work: bad ones, and a good one queued after them. */
export interface Items {
  readonly job: string;
  /** How the bad ones misbehave: one item of the job for each. */
  readonly faults: Faults;
  readonly isGoodDone: () => Promise<boolean>;
  readonly areBadDone: () => Promise<boolean>;
  /** Requests them again, for work that is done on request only. */
  readonly ask?: () => Promise<void>;
}

interface Uploaded {
  readonly id: string;
  readonly path: string;
}

const POSITIONS = 6_000;
const GOOD_WIDTH = 100;

async function upload(servers: FaultyServers, path: string, bytes: Uint8Array): Promise<Uploaded> {
  return await servers.server.upload({ bytes, path, name: 'a.png' });
}

const plain = async (width: number): Promise<Uint8Array> =>
  await sharp({ create: { width, height: 20, channels: 3, background: '#48a' } })
    .png()
    .toBuffer();

async function imagesOf(servers: FaultyServers, job: string) {
  const widths = FAULTY_WIDTHS.flatMap(([width, name]) => (name === job ? [width] : []));
  const bad: Uploaded[] = [];
  for (const width of widths) bad.push(await upload(servers, `${job}/${width}`, await plain(width)));
  const good = await upload(servers, `${job}/good`, await plain(GOOD_WIDTH));
  return { job, faults: imageFaults, bad, good };
}

async function areDescribed(servers: FaultyServers, images: readonly Uploaded[]): Promise<boolean> {
  const ids = images.map(({ id }) => `'${id}'`).join();
  const rows = await servers.sql(`SELECT id FROM image WHERE described > 0 AND id IN (${ids})`);
  return rows.length === images.length;
}

export async function imagesToDescribe(servers: FaultyServers): Promise<Items> {
  const { bad, good, ...kind } = await imagesOf(servers, 'describe-images');
  return {
    ...kind,
    isGoodDone: () => areDescribed(servers, [good]),
    areBadDone: () => areDescribed(servers, bad),
  };
}

export async function imagesToRefine(servers: FaultyServers): Promise<Items> {
  const { bad, good, ...kind } = await imagesOf(servers, 'refine-derivatives');
  // Before, as the first attempt at refining damages one of them.
  await until('they are described', () => areDescribed(servers, [...bad, good]));
  const tagOf = async ({ path }: Uploaded): Promise<string | null> => {
    const response = await servers.server.fetch(`${path}?format=avif`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`An image answers ${response.status}.`);
    return response.headers.get('etag');
  };
  const before = new Map<Uploaded, string | null>();
  for (const image of [...bad, good]) before.set(image, await tagOf(image));
  const areBetter = async (images: readonly Uploaded[]): Promise<boolean> => {
    for (const image of images) if ((await tagOf(image)) === before.get(image)) return false;
    return true;
  };
  return {
    ...kind,
    isGoodDone: () => areBetter([good]),
    areBadDone: () => areBetter(bad),
    ask: async () => {
      for (const image of bad) await tagOf(image);
    },
  };
}

/** A space with these features. */
async function spaceWith(servers: FaultyServers, features: readonly object[]): Promise<string> {
  const { id } = await servers.json<{ id: string }>('POST', '/hub/spaces', { title: 'Faults' });
  await servers.json('PUT', `/hub/spaces/${id}/features`, { type: 'FeatureCollection', features });
  return id;
}

const pointOf = (id: string): object => ({
  type: 'Feature',
  id,
  properties: { beds: 3 },
  geometry: { type: 'Point', coordinates: [1, 2] },
});

export async function largeFeatures(servers: FaultyServers): Promise<Items> {
  const ring = Array.from({ length: POSITIONS }, (_, index) => {
    const angle = (index / POSITIONS) * 2 * Math.PI;
    const reach = 30 + Math.sin(40 * angle);
    return [Number((reach * Math.cos(angle)).toFixed(4)), Number((reach * Math.sin(angle)).toFixed(4))];
  });
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  const faulty = copyFaults.kinds.map((fault, index) => ({
    type: 'Feature',
    id: `bad${index}`,
    geometry,
    properties: { fault },
  }));
  await spaceWith(servers, [...faulty, { type: 'Feature', id: 'good', geometry, properties: {} }]);
  const copied = async (): Promise<readonly unknown[]> =>
    (await servers.sql('SELECT DISTINCT id FROM feature_copy')).map(({ id }) => id);
  return {
    job: 'copy-large-features',
    faults: copyFaults,
    isGoodDone: async () => (await copied()).includes('good'),
    areBadDone: async () => (await copied()).length === faulty.length + 1,
  };
}

/** The key of a space in the tables of features. */
async function keyOf(servers: FaultyServers, spaceId: string): Promise<number> {
  const table = servers.isOnPostgres ? 'feature_space' : 'space_content';
  const [row] = await servers.sql(`SELECT key FROM ${table} WHERE space_id = '${spaceId}'`);
  return Number(row?.['key']);
}

export async function propertiesToIndex(servers: FaultyServers): Promise<Items> {
  const bad = await spaceWith(servers, [pointOf('a')]);
  const good = await spaceWith(servers, [pointOf('b')]);
  const keys = [await keyOf(servers, bad), await keyOf(servers, good)] as const;
  await servers.breakStatements('UPDATE ON property_index', `old.content = ${keys[0]}`);
  for (const id of [bad, good])
    await servers.json('PATCH', `/hub/spaces/${id}`, { searchableProperties: { beds: true } });
  const isReady = async (key: number): Promise<boolean> =>
    (await servers.sql(`SELECT key FROM property_index WHERE state = 'ready' AND content = ${key}`)).length >
    0;
  return {
    job: 'index-features',
    faults: statementFaults,
    isGoodDone: () => isReady(keys[1]),
    areBadDone: () => isReady(keys[0]),
  };
}

export async function removedSpaces(servers: FaultyServers): Promise<Items> {
  await servers.breakStatements('DELETE ON feature', `old.id = 'stuck'`);
  for (const name of ['stuck', 'free'])
    await servers.json('DELETE', `/hub/spaces/${await spaceWith(servers, [pointOf(name)])}`);
  const isGone = async (id: string): Promise<boolean> =>
    (await servers.sql(`SELECT id FROM feature WHERE id = '${id}'`)).length === 0;
  return {
    job: 'purge-features',
    faults: statementFaults,
    isGoodDone: () => isGone('free'),
    areBadDone: () => isGone('stuck'),
  };
}

export async function photosOfSpaces(servers: FaultyServers): Promise<Items> {
  const spaces = [
    await spaceWith(servers, [pointOf('a')]),
    await spaceWith(servers, [pointOf('b')]),
  ] as const;
  const column = servers.isOnPostgres ? 'space_key' : 'content';
  await servers.breakStatements('INSERT ON feature', `new.${column} = ${await keyOf(servers, spaces[0])}`);
  for (const [index, spaceId] of spaces.entries()) {
    await upload(servers, `photos-${index}`, await photo({ longitude: 11, latitude: 47 }));
    await servers.json('PUT', `/api/photo-spaces?path=photos-${index}`, { spaceId });
  }
  const isPlaced = async (id: string): Promise<boolean> =>
    JSON.stringify(await servers.json('GET', `/hub/spaces/${id}/search`)).includes('photo-');
  return {
    job: 'place-photos',
    faults: statementFaults,
    isGoodDone: () => isPlaced(spaces[1]),
    areBadDone: () => isPlaced(spaces[0]),
  };
}

async function originals({ dataDir }: FaultyServers): Promise<readonly string[]> {
  const found = await readdir(join(blobsOf(dataDir), 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Removed images. The consumer of their events misbehaves at each but the last. */
export async function removedImages(servers: FaultyServers, faults = eventFaults): Promise<Items> {
  const images: { readonly id: string; readonly file: string }[] = [];
  for (const name of [...faults.kinds, 'good']) {
    const before = await originals(servers);
    const { id } = await upload(servers, `removed/${name}`, await plain(GOOD_WIDTH));
    const file = (await originals(servers)).find((one) => !before.includes(one)) ?? '';
    if (name !== 'good') await servers.hold(file, name);
    images.push({ id, file });
  }
  // A deletion waits for its file, so it may hang, and the server may end meanwhile.
  const ask = async (): Promise<void> => {
    for (const { id } of images)
      await servers.server
        .fetch(`/api/images/${id}`, { method: 'DELETE', signal: AbortSignal.timeout(500) })
        .catch(() => undefined);
  };
  await ask();
  const left = async (): Promise<readonly boolean[]> => {
    const there = await originals(servers);
    return images.map(({ file }) => there.includes(file));
  };
  return {
    job: 'delete-removed-blobs',
    faults,
    isGoodDone: async () => (await left()).at(-1) === false,
    areBadDone: async () => (await left()).every((isThere) => !isThere),
    ask,
  };
}
