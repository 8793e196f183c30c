import type { EventFact } from '@cairn/kernel';
import type { AlbumKey } from './album-repository.js';

export function albumCreated(album: AlbumKey): EventFact {
  return fact('album-created', album);
}

/** What is said of the album, or which images are in it, has changed. */
export function albumUpdated(album: AlbumKey): EventFact {
  return fact('album-updated', album);
}

export function albumDeleted(album: AlbumKey): EventFact {
  return fact('album-deleted', album);
}

function fact(type: string, { owner, id }: AlbumKey): EventFact {
  return { type, aggregateId: id, payload: { owner } };
}
