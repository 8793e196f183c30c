import { setTimeout as sleep } from 'node:timers/promises';
import { newKey, Random, ServerProcess, UNLIMITED } from '@cairn/harness';
import sharp from 'sharp';
import { killRepeatedly, killUnderLoad, type Cycle, type KillOptions, type Step } from '../kills.js';
import { auditPhotos } from './photo-audit.js';
import { PhotoClient } from './photo-client.js';

const CLIENTS = 8;
/** So many are stored before the kill is due. */
const FIRST_UPLOADS = 10;
const MAX_DELAY_MS = 1_500;
/** About as many photos are there at once. */
const PHOTOS = 200;
/** The share of photos without a position. */
const PLAIN = 0.2;
const FOLDERS = ['trip', 'trip/day', 'work'];

/** A small photo; with a place, in whole degrees north and east, it tells where it was taken. */
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

/** Kills a server while photos come, change and go, and one of two folders is switched on and off. */
export async function crashPhotos(options: KillOptions): Promise<readonly Cycle[]> {
  const random = new Random(options.seed);
  return await killRepeatedly(options, (dataDir) => {
    const [key, ids] = [newKey(), new Set<string>()];
    const env = { ...UNLIMITED, CAIRN_LOG_LEVEL: 'error', ...options.env };
    let server: ServerProcess | undefined;
    let spaceId = '';
    const start = async (): Promise<ServerProcess> => {
      server = await ServerProcess.start({ dataDir, key, env });
      return server;
    };
    const firstStart = async (): Promise<ServerProcess> => {
      const started = await start();
      const client = new PhotoClient(started);
      spaceId = await client.addSpace();
      await client.link('trip', spaceId);
      return started;
    };
    return {
      cycle: async () => {
        const killed = server ?? (await firstStart());
        const counts = { uploads: 0, deletes: 0, 'changes of tags': 0, switches: 0 };
        const client = new PhotoClient(killed);
        const faults = await killUnderLoad(killed, {
          random,
          mostMs: MAX_DELAY_MS,
          hasBegun: () => counts.uploads >= FIRST_UPLOADS,
          steps: [
            ...Array.from({ length: CLIENTS }, () => changing(client, { random, ids, counts })),
            async () => {
              await (random.next() < 0.5 ? client.link('work', spaceId) : client.unlink('work'));
              counts.switches += 1;
              await sleep(50 + random.below(200));
              return undefined;
            },
          ],
        });
        const audit = await auditPhotos(new PhotoClient(await start()), spaceId);
        const { photos, features, settledMs } = audit;
        return {
          counts: { ...counts, photos, features, 'ms until they agreed': settledMs },
          faults: [...faults, ...audit.faults],
        };
      },
      close: async () => await server?.end('SIGTERM'),
    };
  });
}

function changing(
  client: PhotoClient,
  {
    random,
    ids,
    counts,
  }: {
    readonly random: Random;
    readonly ids: Set<string>;
    readonly counts: { uploads: number; deletes: number; 'changes of tags': number };
  },
): Step {
  return async () => {
    const id = random.pick([...ids]);
    const grows = random.next() < (ids.size < PHOTOS ? 0.7 : 0.3);
    if (id === undefined || grows) {
      const place = { longitude: random.below(180), latitude: random.below(90) };
      const bytes = await photo(random.next() < PLAIN ? undefined : place);
      ids.add(await client.upload(bytes, random.pick(FOLDERS) ?? ''));
      counts.uploads += 1;
    } else if (random.next() < 0.5) {
      ids.delete(id);
      await client.delete(id);
      counts.deletes += 1;
    } else {
      await client.tag(id, [`tag-${random.below(1_000)}`]);
      counts['changes of tags'] += 1;
    }
    return undefined;
  };
}
