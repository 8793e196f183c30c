import { AlbumNotFound } from '@cairn/images';
import type { AlbumRepository } from '@cairn/images/spi';
import { MapNotFound } from '@cairn/maps';
import type { MapRepository } from '@cairn/maps/spi';
import { one, type ErasedCounts } from './erasure.js';

/** Each of these is a transaction of its own. */
const FEW = 20;

interface Removal {
  readonly erased: ErasedCounts;
  /** Whether there was nothing left. */
  readonly isDone: boolean;
}

/** Removes some albums of an owner. */
export async function removeAlbums(albums: AlbumRepository, owner: string): Promise<Removal> {
  const { items } = await albums.list(owner, { limit: FEW });
  let count = 0;
  for (const { album } of items) count += await one(albums.remove({ owner, id: album.id }), AlbumNotFound);
  return { erased: { albums: count }, isDone: items.length === 0 };
}

/** Removes some maps of an owner. */
export async function removeMaps(maps: MapRepository, owner: string): Promise<Removal> {
  const { items } = await maps.list(owner, { limit: FEW });
  let count = 0;
  for (const { id } of items) count += await one(maps.remove({ owner, id }), MapNotFound);
  return { erased: { maps: count }, isDone: items.length === 0 };
}
