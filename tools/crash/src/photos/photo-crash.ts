import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { killServer, type Cycle, type KillOptions, type Step } from '../kills.js';
import { auditPhotos } from './photo-audit.js';

const CLIENTS = 8;
/** The kill comes after this many. */
const FIRST_UPLOADS = 10;
const MAX_DELAY_MS = 1_500;
/** The number of photos stays near this. */
const PHOTOS = 200;
/** The share of photos without a position. */
const PLAIN = 0.2;
const FOLDERS = ['trip', 'trip/day', 'work'];
const SPACE = 'photos';

/** A small photo, with the place where it was taken in whole degrees north and east. */
export async function photo(place?: {
  readonly longitude: number;
  readonly latitude: number;
}): Promise<Buffer> {
  const create = { width: 8, height: 6, channels: 3, background: '#4a8' } as const;
  const pixels = sharp({ create }).jpeg();
  if (place === undefined) return await pixels.toBuffer();
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: `${place.latitude}/1 0/1 0/1`,
    GPSLongitudeRef: 'E',
    GPSLongitude: `${place.longitude}/1 0/1 0/1`,
  };
  return await pixels.withExif({ IFD3: gps }).toBuffer();
}

interface Counts {
  uploads: number;
  deletes: number;
  'changes of tags': number;
  switches: number;
}

/** Kills a server while photos come, change and go, and one of two folders is switched on and off. */
export async function crashPhotos(options: KillOptions): Promise<readonly Cycle[]> {
  return await killServer(options, (random) => {
    const ids = new Set<string>();
    let counts: Counts;
    return {
      prepare: async (server) => {
        await server.json('POST', '/hub/spaces', { id: SPACE, title: 'Photos' });
        await link(server, 'trip');
      },
      load: async (server) => {
        counts = { uploads: 0, deletes: 0, 'changes of tags': 0, switches: 0 };
        return {
          mostMs: MAX_DELAY_MS,
          hasBegun: () => counts.uploads >= FIRST_UPLOADS,
          steps: [
            ...Array.from({ length: CLIENTS }, () => changing(server, { random, ids, counts })),
            async () => {
              const path = 'work';
              await (random.next() < 0.5
                ? link(server, path)
                : mayBeGone(server, 'DELETE', `/api/photo-spaces?path=${path}`));
              counts.switches += 1;
              await sleep(50 + random.below(200));
              return undefined;
            },
          ],
        };
      },
      verify: async (server) => {
        const { photos, features, settledMs, faults } = await auditPhotos(server, SPACE);
        return { counts: { ...counts, photos, features, 'ms until they agreed': settledMs }, faults };
      },
    };
  });
}

const link = (server: ServerProcess, path: string): Promise<unknown> =>
  server.json('PUT', `/api/photo-spaces?path=${path}`, { spaceId: SPACE });

function changing(
  server: ServerProcess,
  { random, ids, counts }: { readonly random: Random; readonly ids: Set<string>; readonly counts: Counts },
): Step {
  return async () => {
    const id = random.pick([...ids]);
    const grows = random.next() < (ids.size < PHOTOS ? 0.7 : 0.3);
    if (id === undefined || grows) {
      const place = { longitude: random.below(180), latitude: random.below(90) };
      const bytes = await photo(random.next() < PLAIN ? undefined : place);
      ids.add((await server.upload({ bytes, path: random.pick(FOLDERS) ?? '', tags: 'new' })).id);
      counts.uploads += 1;
    } else if (random.next() < 0.5) {
      ids.delete(id);
      await mayBeGone(server, 'DELETE', `/api/images/${id}`);
      counts.deletes += 1;
    } else {
      await mayBeGone(server, 'PATCH', `/api/images/${id}`, { tags: [`tag-${random.below(1_000)}`] });
      counts['changes of tags'] += 1;
    }
    return undefined;
  };
}

/** Changes what another client may have removed. */
async function mayBeGone(server: ServerProcess, method: string, path: string, body?: object): Promise<void> {
  await server.request(method, path, body).catch((error: unknown) => {
    if (!String(error).includes(' answers 404')) throw error;
  });
}
