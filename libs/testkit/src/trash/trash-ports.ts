import { assert } from '../assert.js';
import type { GrantRepository, LinkRepository } from '@cairn/access/spi';
import type { Album, Image } from '@cairn/images';
import type { AlbumRepository, ByteQuotaRepository, CatalogRepository } from '@cairn/images/spi';
import type { Disposal, Outbox, Trash, TrashEntry } from '@cairn/kernel';
import { anAlbum, anImage, next } from '../builders.js';

/** The trash, with everything that something goes to it from. */
export interface TrashPorts {
  readonly trash: Trash;
  readonly catalog: CatalogRepository;
  readonly byteQuotas: ByteQuotaRepository;
  readonly albums: AlbumRepository;
  readonly grants: GrantRepository;
  readonly links: LinkRepository;
  readonly outbox: Outbox;
}

/** Above every number of images. */
export const ENOUGH = 100_000;
/** Later than anything was made, in epoch milliseconds. */
export const NOW = 1_900_000_000_000;
export const RESTORING = { defaultQuota: ENOUGH, now: NOW } as const;

/** A deletion by bob. Identifier and time are unique unless given. */
export function aDisposal(given: Partial<Disposal> = {}): Disposal {
  const { number, createdAt } = next();
  const times = { deletedAt: createdAt, expiresAt: createdAt + 1_000 };
  return { deletion: `deletion-${number}`, deletedBy: 'user:bob', countsBytes: true, ...times, ...given };
}

/** Adds images of alice. */
export async function addImages(
  { catalog }: TrashPorts,
  given: readonly Partial<Image>[],
): Promise<readonly Image[]> {
  const images = given.map((each) => anImage(each));
  for (const image of images) await catalog.add(image, ENOUGH);
  return images;
}

/** Adds an image of alice. */
export async function addImage(ports: TrashPorts, given: Partial<Image> = {}): Promise<Image> {
  const [image] = await addImages(ports, [given]);
  assert.ok(image);
  return image;
}

/** Adds an album of alice with these images. */
export async function addAlbum(
  { albums }: TrashPorts,
  images: readonly Image[],
  given: Partial<Album> = {},
): Promise<Album> {
  const album = anAlbum(given);
  await albums.add(album, { imageIds: images.map(({ id }) => id), maxImages: ENOUGH });
  return album;
}

/** The images of an album in its order. */
export async function imagesIn({ albums }: TrashPorts, { owner, id }: Album): Promise<readonly string[]> {
  return (await albums.images({ owner, id }, { limit: 100 })).items.map((image) => image.id);
}

/** All entries of an owner. */
export async function entriesOf({ trash }: TrashPorts, owner = 'alice'): Promise<readonly TrashEntry[]> {
  return (await trash.list(owner, {}, { limit: 1_000 })).items;
}

/** The events of a type, as their aggregate and payload. */
export async function eventsOf({ outbox }: TrashPorts, type: string) {
  const entries = await outbox.list(0, 1_000);
  return entries
    .filter(({ event }) => event.type === type)
    .map(({ event: { aggregateId, payload } }) => ({ aggregateId, payload }));
}
