import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import type { Caller } from '@cairn/spaces';
import { MapExists } from '../errors.js';
import { mapPorts } from './find-map.js';
import { completeLayers } from './complete-layers.js';
import { parseLayers } from './parse-layer.js';
import { parseBaseMap, parseDescription, parseTitle, parseView, type MapDetails } from './parse-map.js';
import { placeLayers } from './place-layers.js';
import { MAX_MAPS, type WebMap } from './web-map.js';

/** The length of a map identifier. */
export const MAP_ID_LENGTH = 22;

export interface NewMap extends MapDetails {
  /** Random by default. If the owner has a map with this id, an earlier attempt made it, and it is the result. */
  readonly id?: string | undefined;
}

/** Makes a map. */
export class CreateMap {
  static readonly ports = { ...mapPorts, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof CreateMap.ports>) {}

  /** The map belongs to the caller's `owner`. @throws {InvalidInput} with all faults. {MapLimitReached} */
  async execute(caller: Caller, { id: wantedId, ...details }: NewMap): Promise<WebMap> {
    const { maps, spaces, clock, ids } = this.ports;
    const { owner } = caller;
    const given = await completeLayers(this.ports, caller, details.layers ?? []);
    const { title, description, layers, view, baseMap } = parseAll({
      title: () => parseTitle(details.title),
      description: () => parseDescription(details.description ?? ''),
      layers: () => parseLayers(given, ids),
      view: () => details.view && parseView(details.view),
      baseMap: () => details.baseMap && parseBaseMap(details.baseMap),
    });
    const now = clock.now();
    const map: WebMap = {
      id: wantedId ?? ids.next(MAP_ID_LENGTH),
      owner,
      title,
      description,
      layers: await placeLayers(spaces, { caller, owner, layers }),
      ...(view !== undefined && { view }),
      ...(baseMap !== undefined && { baseMap }),
      ...(details.isPublic === true && { isPublic: true }),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    try {
      await maps.insert(map, { maxMaps: MAX_MAPS });
      return map;
    } catch (error) {
      if (error instanceof MapExists && wantedId !== undefined) return await maps.get(map);
      throw error;
    }
  }
}
