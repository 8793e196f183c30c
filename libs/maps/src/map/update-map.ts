import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import type { Caller } from '@cairn/spaces';
import { MapChanged, MapExists, MapNotFound } from '../errors.js';
import { getMap, mapPorts } from './find-map.js';
import { completeLayers } from './complete-layers.js';
import { parseLayers } from './parse-layer.js';
import { parseBaseMap, parseDescription, parseTitle, parseView, type MapChange } from './parse-map.js';
import { placeLayers } from './place-layers.js';
import { MAX_MAPS, type MapKey, type WebMap } from './web-map.js';

/** A change of a map. */
export interface MapUpdate extends MapChange {
  /** The version that is to be changed; any by default. */
  readonly version?: number | undefined;
}

/** Changes a map. The default map of a space is stored by its first change. */
export class UpdateMap {
  static readonly ports = { ...mapPorts, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof UpdateMap.ports>) {}

  /** @throws {MapNotFound} {MapChanged} if it has another version. {InvalidInput} with all faults. {MapLimitReached} */
  async execute(caller: Caller, key: MapKey, { version, ...change }: MapUpdate): Promise<WebMap> {
    for (;;) {
      const map = await getMap(this.ports, key);
      if (version !== undefined && version !== map.version) throw new MapChanged(map.version);
      const changed = await this.changed(caller, map, change);
      try {
        return await this.store(map, changed);
      } catch (error) {
        // Somebody else was faster. The change is made again, of what they have made, unless it was meant for one version.
        if (!(error instanceof MapChanged || error instanceof MapExists)) throw error;
      }
    }
  }

  private async store(map: WebMap, changed: WebMap): Promise<WebMap> {
    const { maps } = this.ports;
    if (map.version > 0)
      return await maps.update(map, (latest) => {
        if (latest.version !== map.version) throw new MapChanged(latest.version);
        return changed;
      });
    await this.removeLeft(map);
    await maps.insert(changed, { maxMaps: MAX_MAPS });
    return changed;
  }

  /** Removes the default map of a former space with the same id. */
  private async removeLeft(map: WebMap): Promise<void> {
    const { maps } = this.ports;
    const stored = await maps.find(map);
    if (stored === undefined || stored.createdAt === map.createdAt) return;
    await maps.remove(map).catch((error: unknown) => {
      if (!(error instanceof MapNotFound)) throw error; // somebody else was faster
    });
  }

  private async changed(caller: Caller, map: WebMap, change: MapChange): Promise<WebMap> {
    const { spaces, clock, ids } = this.ports;
    const { owner } = map;
    const given = change.layers && (await completeLayers(this.ports, caller, change.layers));
    const { title, description, layers, view, baseMap } = parseAll({
      title: () => (change.title === undefined ? map.title : parseTitle(change.title)),
      description: () =>
        change.description === undefined ? map.description : parseDescription(change.description),
      layers: () => given && parseLayers(given, ids),
      view: () =>
        change.view === undefined ? map.view : ((change.view && parseView(change.view)) ?? undefined),
      baseMap: () =>
        change.baseMap === undefined
          ? map.baseMap
          : ((change.baseMap && parseBaseMap(change.baseMap)) ?? undefined),
    });
    return {
      id: map.id,
      owner,
      title,
      description,
      layers: layers ? await placeLayers(spaces, { caller, owner, layers, former: map.layers }) : map.layers,
      ...(view !== undefined && { view }),
      ...(baseMap !== undefined && { baseMap }),
      ...((change.isPublic ?? map.isPublic) === true && { isPublic: true }),
      version: map.version + 1,
      createdAt: map.createdAt,
      updatedAt: Math.max(clock.now(), map.updatedAt),
    };
  }
}
