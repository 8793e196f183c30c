import type { ArchiveContent, BoundingBox } from '@cairn/geometry';
import type { ContentState } from '../features/feature-store.js';
import { describeMap } from './describe-map.js';
import { attributionOf, fieldTypesOf } from './map-labels.js';

/** The limit of Web Mercator. */
const MAX_LATITUDE = 85.0511;
/** In degrees. */
const MARGIN = 1e-4;

/** What an archive says of its tiles besides their zooms. */
export function archiveContent(content: ContentState): Pick<ArchiveContent, 'bounds' | 'metadata'> {
  const map = describeMap(content);
  const { id, title, description } = map.space;
  const attribution = attributionOf(map);
  const metadata = {
    name: title,
    type: 'overlay',
    vector_layers: [{ id, fields: fieldTypesOf(map) }],
    ...(description !== '' && { description }),
    ...(attribution !== '' && { attribution }),
  };
  return { bounds: mapBounds(map.bounds), metadata };
}

/**
 * The bounds that maps are told for tiles; the whole map if a space has no shapes. They are slightly enlarged, because
 * maps ask for no tile that only touches an edge. They always have an area, whatever the features are.
 */
export function mapBounds(bounds: BoundingBox = [-180, -90, 180, 90]): BoundingBox {
  const [west, south, east, north] = bounds;
  return [
    within(west - MARGIN, -180, 180 - 2 * MARGIN),
    within(south - MARGIN, -MAX_LATITUDE, MAX_LATITUDE - 2 * MARGIN),
    within(east + MARGIN, 2 * MARGIN - 180, 180),
    within(north + MARGIN, 2 * MARGIN - MAX_LATITUDE, MAX_LATITUDE),
  ];
}

const within = (degrees: number, least: number, most: number): number =>
  Number(Math.min(most, Math.max(least, degrees)).toFixed(6));
