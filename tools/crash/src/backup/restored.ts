import { createHash } from 'node:crypto';
import type { ServerProcess } from '@cairn/harness';
import type { Ledger, Sent } from '../images/requests.js';
import type { Cycle } from '../kills.js';

const SPACE = 'drill';
const TILES = ['0/0/0', '1/0/0', '1/1/0', '2/2/1', '3/4/2', '4/8/5'];
const AT_ONCE = 16;

/** A space that nobody changes. Returns the hashes of some of its tiles. */
export async function prepareSpace(server: ServerProcess): Promise<string> {
  await server.json('POST', '/hub/spaces', { id: SPACE, title: 'Drill' });
  const features = Array.from({ length: 2_000 }, (_, index) => ({
    type: 'Feature',
    id: `p${index}`,
    geometry: {
      type: 'Point',
      coordinates: [((index * 37) % 3600) / 10 - 180, ((index * 17) % 1600) / 10 - 80],
    },
    properties: { name: `place ${index}`, height: index },
  }));
  const body = JSON.stringify({ type: 'FeatureCollection', features });
  const response = await server.fetch(`/hub/spaces/${SPACE}/features`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'application/geo+json' },
  });
  if (!response.ok) throw new Error(`the features answered ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  return await tilesOf(server);
}

/** The hashes of some tiles, drawn from the rows. */
export async function tilesOf(server: ServerProcess): Promise<string> {
  const hashes: string[] = [];
  for (const tile of TILES) {
    const response = await server.fetch(`/tiles/${SPACE}/${tile}.mvt`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    hashes.push(`${response.status} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  return hashes.join('\n');
}

/** What was acknowledged before a backup began. */
export interface Before {
  readonly stored: readonly Sent[];
  readonly deleted: readonly Sent[];
}

export const acknowledged = (ledger: Ledger): Before => ({
  stored: ledger.in('stored'),
  deleted: ledger.in('deleted'),
});

/** What a restored server has to be like. */
export interface Wanted {
  readonly before: Before;
  readonly ledger: Ledger;
  /** How many images came from elsewhere since. */
  readonly others: number;
}

/**
 * Compares a restored server with what was acknowledged before the backup began. What was deleted afterwards may be there or
 * not, and what was uploaded afterwards too, but whole. Tells how many images are recorded, too.
 */
export async function checkRestored(
  server: ServerProcess,
  { before, ledger, others }: Wanted,
): Promise<Cycle & { readonly images: number }> {
  const faults: string[] = [];
  const counts = { 'images restored': 0, missing: 0, extra: 0, 'deleted later': 0 };
  const find = async ({ file, sha256 }: Sent): Promise<'same' | 'other' | 'none'> => {
    if (file === undefined) return 'none';
    const response = await server.fetch(file);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) return 'none';
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? 'same' : 'other';
  };
  const wanted = new Set(before.stored);
  const gone = new Set(before.deleted);
  const queue = [...ledger.in('stored', 'deleted', 'deleting')];
  const worker = async (): Promise<void> => {
    for (let image = queue.pop(); image !== undefined; image = queue.pop()) {
      const found = await find(image);
      if (found === 'other') faults.push(`other bytes: ${image.tag}`);
      if (found !== 'none') counts['images restored'] += 1;
      if (found !== 'none' && gone.has(image)) {
        counts.extra += 1;
        faults.push(`extra: ${image.tag}, whose deletion was acknowledged before`);
      }
      if (found !== 'none' || !wanted.has(image)) continue;
      if (image.state === 'stored') {
        counts.missing += 1;
        faults.push(`missing: ${image.tag}`);
      } else counts['deleted later'] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { images } = await server.json<{ readonly images: { readonly count: number } }>(
    'GET',
    '/api/storage',
  );
  // Clients that waited for an answer when they were stopped do not know of theirs.
  const unknown = images.count - others - counts['images restored'];
  if (unknown < 0 || unknown > ledger.in('sending').length)
    faults.push(`${images.count} images are recorded, and ${counts['images restored'] + others} were found`);
  return { counts, faults, images: images.count };
}
