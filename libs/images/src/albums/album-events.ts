import type { EventFact } from '@cairn/kernel';
import type { AlbumKey } from './album-repository.js';

export function albumCreated(album: AlbumKey): EventFact {
  return fact('album-created', album);
}

/** The details of the album, or the images in it, have changed. */
export function albumUpdated(album: AlbumKey): EventFact {
  return fact('album-updated', album);
}

export function albumDeleted(album: AlbumKey): EventFact {
  return fact('album-deleted', album);
}

function fact(type: string, { owner, id }: AlbumKey): EventFact {
  return { type, aggregateId: id, payload: { owner } };
}
