import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import type { ListedMap, MapKey, WebMap } from './web-map.js';

/** A space in the maps of an owner. */
export interface MappedSpace {
  /** The owner of the maps. */
  readonly owner: string;
  readonly space: string;
}

/** How a map is removed. */
export interface MapRemoval {
  readonly disposal?: Disposal | undefined;
  /** The version that is to be removed; any by default. */
  readonly version?: number | undefined;
}

/** Stores maps with their layers. */
export abstract class MapRepository {
  /**
   * @throws {MapExists} if the owner has a map with this id.
   * @throws {MapLimitReached} if the owner has that many maps already, however many are added at once.
   */
  abstract insert(map: WebMap, limits?: { readonly maxMaps: number }): Promise<void>;

  abstract find(key: MapKey): Promise<WebMap | undefined>;

  /** @throws {MapNotFound} when the owner has no such map. */
  abstract get(key: MapKey): Promise<WebMap>;

  /** The owner's maps, the latest first, then by descending identifier. */
  abstract list(owner: string, page: PageRequest): Promise<Page<ListedMap>>;

  /** Those of the owner's maps that have a layer of this space, in the order of `list`. */
  abstract listBySpace(mapped: MappedSpace, page: PageRequest): Promise<Page<ListedMap>>;

  /**
   * Applies `change` to the latest stored map and stores the result. If `change` throws, nothing is stored. `change` must
   * be synchronous and pure: it may run more than once. No reader on any node finds the former map.
   * @throws {MapNotFound}
   */
  abstract update(key: MapKey, change: (map: WebMap) => WebMap): Promise<WebMap>;

  /**
   * Removes the map. With a disposal it goes to the trash. Otherwise it is removed for good, with the grants and links on
   * it. @throws {MapNotFound} {MapChanged} if it has another version than the one that is to be removed
   */
  abstract remove(key: MapKey, removal?: MapRemoval): Promise<void>;

  /** Takes a map out of the trash as it was. @throws {NotInTrash} also when it was restored meanwhile. */
  abstract restore(key: MapKey): Promise<void>;
}
