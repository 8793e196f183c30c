import type { ImageRecord } from '@cairn/api-schema';
import type { Image } from '@cairn/images';
import type { Addresses } from '../http/addresses.js';
import { timestamp } from '../http/answers/timestamp.js';

/** An image as the API shows it. */
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
