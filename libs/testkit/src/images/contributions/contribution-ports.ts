import { assert } from '../../assert.js';
import type { Link } from '@cairn/access';
import type { LinkRepository } from '@cairn/access/spi';
import type { Album, ContributedPlace, Image, WaitingFilter } from '@cairn/images';
import type {
  AlbumRepository,
  ByteQuotaRepository,
  CatalogRepository,
  ContributionRepository,
  LinkAddition,
} from '@cairn/images/spi';
import type { Outbox, Trash } from '@cairn/kernel';
import { aLink } from '../../access/sharing-builders.js';
import { anAlbum, anImage } from '../../builders.js';

/** What guests add, with everything that it goes to. */
export interface ContributionPorts {
  readonly contributions: ContributionRepository;
  readonly links: LinkRepository;
  readonly catalog: CatalogRepository;
  readonly albums: AlbumRepository;
  readonly byteQuotas: ByteQuotaRepository;
  readonly trash: Trash;
  readonly outbox: Outbox;
}

/** Above every number of images. */
export const ENOUGH = 100_000;
/** Later than anything was made, in epoch milliseconds. */
export const NOW = 1_900_000_000_000;
export const APPROVAL = { defaultQuota: ENOUGH, now: NOW, maxImages: ENOUGH, album: 'needed' } as const;

/** The path of the folder of `folderLink`. */
export const FOLDER = 'trip/2026';

/** A link of alice by which images are added to a folder. They wait unless something else is given. */
export async function folderLink({ links }: ContributionPorts, given: Partial<Link> = {}): Promise<Link> {
  const resource = { type: 'folder', id: FOLDER } as const;
  const link = aLink({ resource, role: 'contributor', approval: 'required', ...given });
  await links.add(link);
  return link;
}

/** The same for a new album of alice, which is the second value. */
export async function albumLink(
  ports: ContributionPorts,
  given: Partial<Link> = {},
): Promise<readonly [link: Link, album: Album]> {
  const album = anAlbum();
  await ports.albums.add(album, { imageIds: [], maxImages: ENOUGH });
  const link = await folderLink(ports, { resource: { type: 'album', id: album.id }, ...given });
  return [link, album];
}

/** A private image that a guest adds by a link. */
export function anAddition(link: Link, given: Partial<LinkAddition> = {}): LinkAddition {
  const { id, resource } = link;
  const place = placeOf(link);
  const path = resource.type === 'folder' ? resource.id : '';
  return {
    image: anImage({ path, visibility: 'private', addedBy: `link:${id}`, guest: 'ada' }),
    linkId: id,
    place,
    defaultQuota: ENOUGH,
    bytes: { now: NOW },
    compared: 'served',
    maxImages: ENOUGH,
    ...given,
  };
}

function placeOf({ resource: { type, id } }: Link): ContributedPlace {
  assert.ok(type === 'album' || type === 'folder');
  return { type, id };
}

/** Adds such an image, and returns it. */
export async function addBy(
  { contributions }: ContributionPorts,
  link: Link,
  given: Partial<LinkAddition> = {},
): Promise<Image> {
  return (await contributions.add(anAddition(link, given))).image;
}

/** The identifiers of what waits for alice, in order. */
export async function waitingIn(
  { contributions }: ContributionPorts,
  filter: WaitingFilter = {},
): Promise<readonly string[]> {
  const { items } = await contributions.list('alice', filter, { limit: 1_000 });
  return items.map(({ image }) => image.id);
}

/** The identifiers of the images of an album, in order. */
export async function heldBy(
  { albums }: ContributionPorts,
  { owner, id }: Album,
): Promise<readonly string[]> {
  return (await albums.images({ owner, id }, { limit: 100 })).items.map((image) => image.id);
}

/** How many images and bytes were added by the link, and how many wait. */
export async function countsOf({ links }: ContributionPorts, { id }: Link): Promise<readonly number[]> {
  const { addedImages, addedBytes, waitingImages } = await links.get('alice', id);
  return [addedImages, addedBytes, waitingImages];
}

/** The events, as their type and aggregate. */
export async function eventsOf({ outbox }: ContributionPorts): Promise<readonly (readonly string[])[]> {
  return (await outbox.list(0, 1_000)).map(({ event }) => [event.type, event.aggregateId]);
}

/** The bytes of alice that count in her quota. */
export async function usedBy({ byteQuotas }: ContributionPorts): Promise<number> {
  return (await byteQuotas.usage('alice', NOW)).used;
}
