import { photoPositionOf, uprightSize, type Image } from '@cairn/images';
import { NAMESPACE, type FeatureInput } from '@cairn/spaces';
import type { PhotoAddresses } from './photo-addresses.js';

/** The id prefix of photo features. */
export const PHOTO_PREFIX = 'photo-';

const PUT = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;
const DELETE = { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' } as const;
const NOTHING = JSON.stringify({ type: 'Feature', geometry: null, properties: {} });

/**
 * Whether the photo may be a feature: a space can be shared with others, who learn the position and the address of the
 * file. So only public photos are.
 */
export function isPlaced(image: Image): boolean {
  return image.visibility === 'public' && photoPositionOf(image) !== undefined;
}

/** Writes the feature of a photo, or removes it unless it `isPlaced`. The same image gives the same feature. */
export function photoFeature(image: Image, addresses: PhotoAddresses): FeatureInput {
  const { id: imageId, fileName: name, path, tags, description } = image;
  const position = photoPositionOf(image);
  if (!isPlaced(image) || position === undefined) return photoRemoval(imageId);
  const capturedAt = description?.capturedAt;
  const text = JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    properties: {
      imageId,
      name,
      path,
      ...addresses.of(image),
      capturedAt,
      tags,
      ...uprightSize(image.file),
      [NAMESPACE]: { tags },
    },
  });
  return { id: `${PHOTO_PREFIX}${imageId}`, text, rule: PUT };
}

/** Removes the feature of a photo, if it exists. */
export function photoRemoval(imageId: string): FeatureInput {
  return { id: `${PHOTO_PREFIX}${imageId}`, text: NOTHING, rule: DELETE };
}

/** The image of a photo feature; `undefined` for any other feature. */
export function imageIdOf(text: string): string | undefined {
  const feature: unknown = JSON.parse(text);
  if (!isObject(feature) || !isObject(feature['properties'])) return undefined;
  const { imageId } = feature['properties'];
  return typeof imageId === 'string' && feature['id'] === `${PHOTO_PREFIX}${imageId}` ? imageId : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
