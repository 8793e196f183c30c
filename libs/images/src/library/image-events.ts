import type { DomainEvent, EventFact } from '@cairn/kernel';
import { addressOf, type Image } from './image.js';

/** An image was added to its owner's catalog. */
export function imageAdded(image: Image): EventFact {
  return fact('image-added', image);
}

/** An image of its owner's catalog has other tags. */
export function imageUpdated(image: Image): EventFact {
  return fact('image-updated', image);
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

function fact(type: string, image: Image): EventFact {
  const { id, owner, file } = image;
  return { type, aggregateId: id, payload: { owner, address: addressOf(image), blobKey: file.blobKey } };
}
