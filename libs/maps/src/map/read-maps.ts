import { parsePage, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import { GrantRepository } from '@cairn/access/spi';
import { ReadContentState, type Caller } from '@cairn/spaces';
import { SuggestStyles } from '../styles/suggest-styles.js';
import { defaultMapId, suggestedMap } from './default-map.js';
import { getMap, isLeft, mapPorts } from './find-map.js';
import { MapRepository } from './map-repository.js';
import { openSpace } from './share-spaces.js';
import type { ListedMap, MapKey, MapLayer, WebMap } from './web-map.js';

/** A map, and which of its layers have nothing to show any more. */
export interface ReadableMap {
  readonly map: WebMap;
  /** The ids of layers whose space was removed, or is not shared by the map any more. */
  readonly gone: readonly string[];
}

/** Reads a map. */
export class ReadMap {
  static readonly ports = { ...mapPorts, grants: GrantRepository };

  constructor(private readonly ports: PortsOf<typeof ReadMap.ports>) {}

  /**
   * Also the default map of a space. `reader` has the rights on spaces that somebody has besides the map.
   * @throws {MapNotFound} when the owner has no such map.
   */
  async execute(key: MapKey, reader?: Caller): Promise<ReadableMap> {
    const map = await getMap(this.ports, key);
    const open = await Promise.all(
      map.layers.map(async (layer) => await openSpace(this.ports, { map, layer, reader })),
    );
    return { map, gone: map.layers.filter((_, index) => open[index] === undefined).map(({ id }) => id) };
  }
}

/** Lists maps of an owner, the latest first. */
export class ListMaps {
  static readonly ports = { maps: MapRepository };

  constructor(private readonly ports: PortsOf<typeof ListMaps.ports>) {}

  /** Those with a layer of a space, if one is given. Default maps are among them once they were changed. */
  async execute(owner: string, page: PageRequest, space?: string): Promise<Page<ListedMap>> {
    const { maps } = this.ports;
    const request = parsePage(page);
    return await (space === undefined
      ? maps.list(owner, request)
      : maps.listBySpace({ owner, space }, request));
  }
}

/** Opens the default map of a space: what a sample of its features suggests, until somebody changes it. */
export class OpenDefaultMap {
  static readonly ports = { maps: MapRepository, content: ReadContentState, styles: SuggestStyles };

  constructor(private readonly ports: PortsOf<typeof OpenDefaultMap.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<WebMap> {
    const { maps, content, styles } = this.ports;
    const { space, head } = await content.execute(caller, spaceId);
    const stored = await maps.find({ owner: space.owner, id: defaultMapId(spaceId) });
    if (stored !== undefined && !isLeft(stored, space)) return stored;
    return suggestedMap(space, await styles.execute(space, head));
  }
}

/** A layer as those see it who may only look at the map: not what it is made of. */
export type ShownLayer = Omit<MapLayer, 'space' | 'filter' | 'sharedBy' | 'spaceCreatedAt'> & {
  readonly isGone: boolean;
};

/** The map as those see it who may only look at it. */
export interface ShownMap extends Omit<WebMap, 'layers'> {
  readonly layers: readonly ShownLayer[];
}

/** Leaves out which spaces the layers are of, and by which conditions. */
export function shownMap({ map, gone }: ReadableMap): ShownMap {
  const layers = map.layers.map(
    ({ space: _, filter: __, sharedBy: ___, spaceCreatedAt: ____, ...layer }) => ({
      ...layer,
      isGone: gone.includes(layer.id),
    }),
  );
  return { ...map, layers };
}
