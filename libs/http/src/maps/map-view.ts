import type { MapRecord, MapSummary } from '@cairn/api-schema';
import { shownMap, type ListedMap, type MapLayer, type ReadableMap, type WebMap } from '@cairn/maps';
import { entityTag } from '../messages/entity-tags.js';
import { timestamp } from '../responses/timestamp.js';

/** Whether the record tells what the layers are made of. */
type Extent = 'whole' | 'shown';

/** The API representation of a map. */
export function mapRecord(readable: ReadableMap, extent: Extent): MapRecord {
  const { map, gone } = readable;
  const layers =
    extent === 'whole'
      ? map.layers.map((layer) => ({ ...layer, isGone: gone.includes(layer.id) }))
      : shownMap(readable).layers;
  return { ...common(map), layers: layers.map(layerRecord) };
}

/** The same in a listing, without its layers. */
export function mapSummary({ layerCount, ...map }: ListedMap): MapSummary {
  return { ...common(map), layerCount };
}

/** The tag of a record. It begins with the version, which `If-Match` is about. */
export const mapTag = (record: MapRecord): string =>
  `"${record.version}-${entityTag(JSON.stringify(record)).slice(1)}`;

/** The version in a tag, without quotes. */
export const versionIn = (tag: string): number => Number.parseInt(tag, 10);

function common({ id, title, description, view, baseMap, isPublic, ...map }: Omit<WebMap, 'layers'>) {
  return {
    id,
    title,
    description,
    view: view === undefined ? null : { ...view },
    baseMap: baseMap ?? DEFAULT_BASE_MAP,
    public: isPublic === true,
    version: map.version,
    createdAt: timestamp(map.createdAt),
    updatedAt: timestamp(map.updatedAt),
  };
}

const DEFAULT_BASE_MAP = 'ground';

type Shown = Pick<MapLayer, 'table'> & Partial<Pick<MapLayer, 'filter' | 'spaceCreatedAt'>>;

/** With its lists as those of the API, which may be changed. */
function layerRecord<Layer extends Shown>({ filter, table, spaceCreatedAt: _, ...layer }: Layer) {
  return {
    ...layer,
    ...(filter !== undefined && { filter }),
    ...(table !== undefined && { table: [...table] }),
  };
}
