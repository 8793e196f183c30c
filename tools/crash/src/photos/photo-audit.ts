import { setTimeout as sleep } from 'node:timers/promises';
import type { PhotoClient, PhotoFeature, PhotoRecord } from './photo-client.js';

const PATIENCE_MS = 60_000;

export interface PhotoAudit {
  readonly photos: number;
  readonly features: number;
  readonly settledMs: number;
  readonly faults: readonly string[];
}

/** Waits until the background is done, and compares the features with the photos that have a position. */
export async function auditPhotos(client: PhotoClient, spaceId: string): Promise<PhotoAudit> {
  const begun = Date.now();
  const photos = await client.photos();
  const compared = (states: ReadonlyMap<string, string>): readonly PhotoRecord[] => {
    const folders = [...states].filter(([, state]) => state !== 'removing').map(([path]) => path);
    return photosOf(photos, folders);
  };
  let faults: readonly string[];
  let features: readonly PhotoFeature[];
  do {
    const states = await client.states();
    features = await client.features(spaceId);
    const isSettled = [...states.values()].every((state) => state === 'current');
    const different = differences(compared(states), features);
    faults = isSettled ? different : [...different, `states ${JSON.stringify([...states])}`];
    if (faults.length > 0) await sleep(50);
  } while (faults.length > 0 && Date.now() - begun < PATIENCE_MS);
  return { photos: photos.length, features: features.length, settledMs: Date.now() - begun, faults };
}

/** Those with a position in and below the folders. */
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
