import type { ImageRecord } from '@cairn/api-schema';
import type { Image } from '@cairn/images';
import type { Addresses } from '../http/addresses.js';
import { timestamp } from '../http/responses/timestamp.js';

/** The API representation of an image. */
export function imageRecord(image: Image, addresses: Addresses): ImageRecord {
  const { id, tags, path, createdAt, updatedAt } = image;
  return {
    id,
    url: addresses.ofFile(image),
    tags: [...tags],
    path,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}
