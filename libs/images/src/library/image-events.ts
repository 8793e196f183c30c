import type { DomainEvent, EventFact } from '@cairn/kernel';
import { addressOf, type Image } from './image.js';

/** An image was added to its owner's catalog. */
export function imageAdded(image: Image): EventFact {
  return fact('image-added', image);
}

/** An image of its owner's catalog has other tags, or is at another address. */
export function imageUpdated(image: Image): EventFact {
  return fact('image-updated', image);
}

/** Something was found out about an image, or its position or other facts are others now. */
export function imageDescribed(image: Image): EventFact {
  return fact('image-described', image);
}

/** An image was removed from its owner's catalog: nobody needs its blob any more. */
export function imageRemoved(image: Image): EventFact {
  return fact('image-removed', image);
}

/** The key of the blob that the event leaves without an image, if it does. */
export function abandonedBlobKey({ type, payload }: DomainEvent): string | undefined {
  const { blobKey } = payload;
  return type === 'image-removed' && typeof blobKey === 'string' ? blobKey : undefined;
}

const ofImages = new Set(['image-added', 'image-updated', 'image-described', 'image-removed']);

/** The image that the event is about, and its owner; `undefined` for an event of another kind. */
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
