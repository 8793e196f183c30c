import { purgedType, type DomainEvent, type EventFact } from '@cairn/kernel';
import type { ImageDescription } from './image-description.js';
import { addressOf, type Image } from './image.js';

/** An image was added to its owner's catalog. */
export function imageAdded(image: Image): EventFact {
  return fact('image-added', image);
}

/** The tags, the address or the visibility of an image have changed. */
export function imageUpdated(image: Image): EventFact {
  return fact('image-updated', image);
}

/** The description of an image has changed, such as its position. */
export function imageDescribed(image: Image): EventFact {
  return fact('image-described', image);
}

/**
 * Whether a new description is announced. If it has only got the second hash, none of the consumers has anything to do,
 * and a library would announce all its images after an update.
 */
export function announcesDescription(
  former: ImageDescription | undefined,
  description: ImageDescription,
): boolean {
  const { appearance, ...facts } = description;
  if (former?.appearance === undefined || former.appearance === 'unknown') return true;
  if (appearance === undefined || appearance === 'unknown' || former.appearance.dctHash !== undefined)
    return true;
  const { dctHash: _, ...appearanceBefore } = appearance;
  const { appearance: formerAppearance, ...formerFacts } = former;
  return !isSame(formerFacts, facts) || !isSame(formerAppearance, appearanceBefore);
}

/** Whether both have the same JSON, whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return sortedJson(one) === sortedJson(other);
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([first], [second]) => (first < second ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${sortedJson(field)}`).join()}}`;
}

/** An image was removed from its owner's catalog. Its blob is no longer needed unless the image is in the trash. */
export function imageRemoved(image: Image): EventFact {
  return fact('image-removed', image);
}

/** The key of the blob that loses its image by the event, or its place in the trash, if any. */
export function abandonedBlobKey({ type, payload }: DomainEvent): string | undefined {
  const { blobKey } = payload;
  return abandoning.has(type) && typeof blobKey === 'string' ? blobKey : undefined;
}

const abandoning = new Set(['image-removed', purgedType('image')]);
const ofImages = new Set(['image-added', 'image-updated', 'image-described', 'image-removed']);

/** The image of the event and its owner; `undefined` for other events. */
export function imageOf({
  type,
  aggregateId,
  payload,
}: DomainEvent): Pick<Image, 'id' | 'owner'> | undefined {
  const { owner } = payload;
  return ofImages.has(type) && typeof owner === 'string' ? { id: aggregateId, owner } : undefined;
}

function fact(type: string, image: Image): EventFact {
  const { id, owner, file } = image;
  return { type, aggregateId: id, payload: { owner, address: addressOf(image), blobKey: file.blobKey } };
}
