import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '@cairn/harness';

/** A photo as the server has it, with the position of its metadata. */
interface PhotoRecord {
  readonly id: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly metadata: { readonly position?: { readonly longitude: number; readonly latitude: number } | null };
}

interface PhotoFeature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: { readonly imageId: string; readonly tags: readonly string[] };
}

interface Page {
  readonly images: readonly { readonly id: string }[];
  readonly nextCursor?: string | null;
}

/** An event that the killed server was handling is tried again after a minute. */
const PATIENCE_MS = 90_000;

interface PhotoAudit {
  readonly photos: number;
  readonly features: number;
  readonly settledMs: number;
  readonly faults: readonly string[];
}

/** Waits for the work in the background, and compares the features with the photos that have a position. */
export async function auditPhotos(server: ServerProcess, spaceId: string): Promise<PhotoAudit> {
  const begun = Date.now();
  const photos = await photosIn(server);
  for (;;) {
    const links = await server.json<{ path: string; state: string }[]>('GET', '/api/photo-spaces');
    const search = `/hub/spaces/${spaceId}/search?limit=100000`;
    const { features } = await server.json<{ features: PhotoFeature[] }>('GET', search);
    const folders = links.filter(({ state }) => state !== 'removing').map(({ path }) => path);
    const faults = [
      ...differences(photosOf(photos, folders), features),
      ...links.filter(({ state }) => state !== 'current').map(({ path, state }) => `${path} is ${state}`),
    ];
    const settledMs = Date.now() - begun;
    if (faults.length === 0 || settledMs > PATIENCE_MS)
      return { photos: photos.length, features: features.length, settledMs, faults };
    await sleep(50);
  }
}

async function photosIn(server: ServerProcess): Promise<readonly PhotoRecord[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = await server.json<Page>('GET', `/api/images?limit=1000${from}`);
    ids.push(...page.images.map(({ id }) => id));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return await Promise.all(
    ids.map((id) => server.json<PhotoRecord>('GET', `/api/images/${id}?include=metadata`)),
  );
}

/** The photos with a position in these folders and below them. */
function photosOf(photos: readonly PhotoRecord[], folders: readonly string[]): readonly PhotoRecord[] {
  const isIn = ({ path }: PhotoRecord): boolean =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return photos.filter((photo) => photo.metadata.position && isIn(photo));
}

export function differences(
  photos: readonly PhotoRecord[],
  features: readonly PhotoFeature[],
): readonly string[] {
  const wanted = new Map(photos.map((photo) => [`photo-${photo.id}`, photo]));
  const found = new Map(features.map((feature) => [feature.id, feature]));
  const missing = [...wanted.keys()].filter((id) => !found.has(id)).map((id) => `missing: ${id}`);
  const wrong = features.flatMap(({ id, geometry, properties }) => {
    const photo = wanted.get(id);
    if (photo === undefined) return [`left over: ${id}`];
    const { longitude, latitude } = photo.metadata.position ?? {};
    const isSame =
      JSON.stringify([geometry.coordinates, properties.tags, properties.imageId]) ===
      JSON.stringify([[longitude, latitude], photo.tags, photo.id]);
    return isSame ? [] : [`old: ${id}`];
  });
  return [...missing, ...wrong];
}
