import type { EventFact, Position } from '@cairn/kernel';
import type { LayerStyle, Popup } from '@cairn/map-style';
import type { PropertyFilter } from '@cairn/spaces';

/** Maximum maps of one owner. */
export const MAX_MAPS = 10_000;
export const MAX_LAYERS = 50;
/** Maximum length of all layers as JSON, in UTF-16 code units. */
export const MAX_LAYERS_LENGTH = 500_000;

/** What is below the layers: the ground of this service, or nothing. */
export const BASE_MAPS = ['ground', 'none'] as const;
export type BaseMap = (typeof BASE_MAPS)[number];

/** What a map shows when it is opened. */
export interface MapView {
  readonly longitude: number;
  readonly latitude: number;
  /** 0 to 24. */
  readonly zoom: number;
  /** The direction that is up, clockwise from north, -180 to 180. Default: 0. */
  readonly bearing?: number | undefined;
  /** The tilt in degrees, 0 to 85. Default: 0. */
  readonly pitch?: number | undefined;
}

/** Features of a space, as a map shows them. */
export interface MapLayer {
  /** Among the layers of the map. */
  readonly id: string;
  readonly title: string;
  /** The id of a space. */
  readonly space: string;
  /** Which features of the space the layer has; all by default. */
  readonly filter?: PropertyFilter | undefined;
  readonly style: LayerStyle;
  readonly popup?: Popup | undefined;
  /** The properties that are columns of the layer's table, in this order; none by default. */
  readonly table?: readonly string[] | undefined;
  /** Whether it is shown when the map is opened. */
  readonly visible: boolean;
  /** When the space was made: another one that gets its id later is not that of the layer. */
  readonly spaceCreatedAt?: number | undefined;
  /**
   * The user who has put a space of another account into the map, as `user:ID`. Others see the layer while this user may
   * share the space. Absent for a space of the map's owner, and where nobody could vouch for it.
   */
  readonly sharedBy?: string | undefined;
}

/** A map of layers. What it shows is all that it gives of their spaces. Times in epoch milliseconds. */
export interface WebMap {
  readonly id: string;
  readonly owner: string;
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  /** The first one is the lowest. */
  readonly layers: readonly MapLayer[];
  /** Where it begins; by default everything is in view. */
  readonly view?: MapView | undefined;
  /** `ground` by default. */
  readonly baseMap?: BaseMap | undefined;
  /** Anybody may read it, without a credential. Absent where only those may with whom it is shared. */
  readonly isPublic?: true | undefined;
  /** 1 for a new map, one more with every change; 0 for the default map of a space that nobody has changed. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A map in a listing. */
export interface ListedMap extends Omit<WebMap, 'layers'> {
  readonly layerCount: number;
}

/** Identifies a map and its owner. */
export interface MapKey {
  readonly owner: string;
  readonly id: string;
}

/** The map without its layers. */
export function listedMap({ layers, ...map }: WebMap): ListedMap {
  return { ...map, layerCount: layers.length };
}

/** The position of a map in listings: the latest first, ties in descending order of identifiers. */
export function positionOf({ createdAt, id }: Pick<WebMap, 'createdAt' | 'id'>): Position {
  return { at: createdAt, id };
}

export function mapCreated(map: MapKey): EventFact {
  return fact('map-created', map);
}

export function mapUpdated(map: MapKey): EventFact {
  return fact('map-updated', map);
}

export function mapDeleted(map: MapKey): EventFact {
  return fact('map-deleted', map);
}

function fact(type: string, { owner, id }: MapKey): EventFact {
  return { type, aggregateId: id, payload: { owner } };
}
