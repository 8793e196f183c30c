import type { ListedMap, MapLayer, MapView, WebMap } from '@cairn/maps';
import { idOf, integer, optional, table, text } from '../sql/table.js';

/** The migration that adds maps, and maps to what can be shared. */
export const MAPS = 'Maps1796800001100';
const PUBLIC_MAPS = 'PublicMaps1796800001240';

/** A map without its layers. `view` is JSON. */
export interface MapRow extends Omit<WebMap, 'layers' | 'view' | 'baseMap' | 'isPublic'> {
  readonly view: string | null;
  readonly baseMap: string | null;
  /** 0 or 1. */
  readonly isPublic: number;
}

/** A default map has an id that is made of that of its space, so that two owners may have one after another. */
export const MapSchema = table<MapRow>(
  'web_map',
  {
    id: text,
    owner: idOf('owner', 'apart'),
    title: text,
    description: text,
    view: optional(text),
    baseMap: optional(text),
    version: integer,
    createdAt: integer,
    updatedAt: integer,
    isPublic: { ...integer, default: 0, since: PUBLIC_MAPS },
  },
  {
    since: MAPS,
    traces: 'maps',
    primaryKey: ['owner', 'id'],
    indexes: {
      web_map_by_age: '(owner, created_at, id)',
      web_map_public: { of: '(id) WHERE is_public = 1', since: PUBLIC_MAPS },
    },
  },
);

/** A layer of a map. `content` is the rest of it as JSON. No foreign key: its repository deletes it with its map. */
export interface MapLayerRow {
  readonly owner: string;
  readonly mapId: string;
  /** From 0. */
  readonly place: number;
  readonly spaceId: string;
  readonly sharedBy: string | null;
  readonly content: string;
}

export const MapLayerSchema = table<MapLayerRow>(
  'web_map_layer',
  {
    owner: idOf('owner', 'apart'),
    mapId: text,
    place: integer,
    spaceId: text,
    sharedBy: optional(idOf('actor', 'absent')),
    content: text,
  },
  {
    since: MAPS,
    traces: 'mapLayers',
    primaryKey: ['owner', 'mapId', 'place'],
    indexes: {
      web_map_layer_by_space: '(owner, space_id, map_id)',
      web_map_layer_by_sharer: '(shared_by) WHERE shared_by IS NOT NULL',
    },
  },
);

type LayerContent = Omit<MapLayer, 'space' | 'sharedBy'>;

const parseView: (json: string) => MapView = JSON.parse;
const parseContent: (json: string) => LayerContent = JSON.parse;

/** The map of a row, without its layers. */
export function toMap(row: MapRow): Omit<WebMap, 'layers'> {
  const { id, owner, title, description, view, baseMap, isPublic } = row;
  const { version, createdAt, updatedAt } = row;
  return {
    id,
    owner,
    title,
    description,
    ...(view !== null && { view: parseView(view) }),
    ...(baseMap !== null && { baseMap: baseMapIn(baseMap) }),
    ...(isPublic === 1 && { isPublic: true }),
    version,
    createdAt,
    updatedAt,
  };
}

const baseMapIn = (text: string): NonNullable<ListedMap['baseMap']> => (text === 'none' ? 'none' : 'ground');

export function mapRow({ layers: _, view, baseMap, isPublic, ...map }: WebMap): MapRow {
  return {
    ...map,
    view: view === undefined ? null : JSON.stringify(view),
    baseMap: baseMap ?? null,
    isPublic: isPublic === true ? 1 : 0,
  };
}

export function toLayer({
  spaceId,
  sharedBy,
  content,
}: Pick<MapLayerRow, 'spaceId' | 'sharedBy' | 'content'>): MapLayer {
  return { ...parseContent(content), space: spaceId, ...(sharedBy !== null && { sharedBy }) };
}

export function layerRows({ owner, id, layers }: WebMap): readonly MapLayerRow[] {
  return layers.map(({ space, sharedBy, ...content }, place) => ({
    owner,
    mapId: id,
    place,
    spaceId: space,
    sharedBy: sharedBy ?? null,
    content: JSON.stringify(content),
  }));
}
