import type { Image, ImageDescription } from '@cairn/images';
import type { CatalogRepository, LookAlikeRepository } from '@cairn/images/spi';
import type { Outbox } from '@cairn/kernel';
import { anImage } from '../builders.js';

/** The pairs, and the catalog that makes them. */
export interface LookAlikePorts {
  readonly catalog: CatalogRepository;
  readonly lookAlikes: LookAlikeRepository;
  readonly outbox: Outbox;
}

/** Hashes of one picture, with half of the bits set. */
export const HASH = '0f0f0f0f0f0f0f0f';
export const DCT = '3333333333333333';

/** A hash with the first `count` of its bits changed, counted from `from`. */
export function changed(hash: string, count: number, from = 0): string {
  let bits = BigInt(`0x${hash}`);
  for (let bit = from; bit < from + count; bit += 1) bits ^= 1n << BigInt((bit * 5) % 64); // in every part of it
  return bits.toString(16).padStart(16, '0');
}

export function described(perceptualHash = HASH, dctHash: string | undefined = DCT): ImageDescription {
  const appearance = { color: '#102030', thumbhash: 'AAAA', perceptualHash, dctHash };
  return { uploadSha256: 'ab'.repeat(32), removed: [], appearance };
}

/** Adds an image and describes it. */
export async function addDescribed(
  { catalog }: Pick<LookAlikePorts, 'catalog'>,
  description: ImageDescription = described(),
  given: Partial<Image> = {},
): Promise<Image> {
  const image = anImage(given);
  await catalog.add(image, 100_000);
  await catalog.describe(image, description);
  return { ...image, description };
}

/** The ids of the images of each group, all pages of the listing. */
export async function groupsOf(
  { lookAlikes }: Pick<LookAlikePorts, 'lookAlikes'>,
  owner = 'alice',
): Promise<readonly (readonly string[])[]> {
  const { items } = await lookAlikes.list(owner, { limit: 100 });
  return items.map(({ images }) => images.map(({ id }) => id));
}
