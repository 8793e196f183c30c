import type { Album, AlbumQuery } from '@cairn/images';

/** A deep copy, so that nobody changes what is kept. */
export function copyOfAlbum({ coverId, query, ...album }: Album): Album {
  return {
    ...album,
    ...(coverId !== undefined && { coverId }),
    ...(query && { query: { ...query, ...copiedLists(query) } }),
  };
}

function copiedLists({ tags, types }: AlbumQuery): Pick<AlbumQuery, 'tags' | 'types'> {
  return { ...(tags && { tags: [...tags] }), ...(types && { types: [...types] }) };
}
