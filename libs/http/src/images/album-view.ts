import type { AlbumQueryRecord, AlbumRecord, PlacedImagesRecord } from '@cairn/api-schema';
import type { AlbumQuery, Box, FilledAlbum, PlacedImages } from '@cairn/images';
import type { Addresses } from '../messages/addresses.js';
import { timestamp } from '../responses/timestamp.js';

/** The API representation of an album. */
export function albumRecord({ album, imageCount, cover }: FilledAlbum, addresses: Addresses): AlbumRecord {
  const { id, title, description, order, coverId = null, query, createdAt, updatedAt } = album;
  return {
    id,
    title,
    description,
    order,
    imageCount: query === undefined ? imageCount : null,
    cover: cover === undefined ? null : { id: cover.id, url: addresses.ofFile(cover) },
    coverId,
    query: query === undefined ? null : queryRecord(query),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

/** The same, with the images that could not be placed. */
export function placedImages({ album, missing }: PlacedImages, addresses: Addresses): PlacedImagesRecord {
  return { ...albumRecord(album, addresses), missing: [...missing] };
}

/** The search of a smart album, of the API. */
export function albumQuery({
  recursive,
  q,
  type,
  from,
  to,
  bbox,
  near,
  ...query
}: AlbumQueryRecord): AlbumQuery {
  return {
    ...query,
    ...(bbox && { box: boxOf(bbox) }),
    ...(near && { near: { centre: near, radiusInMeters: near.radius } }),
    ...(recursive !== undefined && { depth: recursive ? 'tree' : 'own' }),
    ...(q !== undefined && { text: q }),
    ...(type && { types: type }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { until: Date.parse(to) }),
  };
}

/** `west,south,east,north` in degrees. */
export function boxOf([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Box {
  return { west, south, east, north };
}

function queryRecord(given: AlbumQuery): AlbumQueryRecord {
  const { depth, text, types, from, until, tags, box, near, without, visibilities, ...query } = given;
  return {
    ...query,
    ...(box && { bbox: [box.west, box.south, box.east, box.north] }),
    ...(near && { near: { ...near.centre, radius: near.radiusInMeters } }),
    ...(without && { without: [...without] }),
    ...(tags && { tags: [...tags] }),
    ...(depth && { recursive: depth === 'tree' }),
    ...(text !== undefined && { q: text }),
    ...(types && { type: [...types] }),
    ...(from !== undefined && { from: timestamp(from) }),
    ...(until !== undefined && { to: timestamp(until) }),
  };
}
