import type { PortsOf } from '@cairn/kernel';
import { MapNotFound } from '../errors.js';
import { getMap, mapPorts } from './find-map.js';
import type { MapKey } from './web-map.js';

/** Finds a map that anybody may read, by its id alone. */
export class FindPublicMap {
  static readonly ports = mapPorts;

  constructor(private readonly ports: PortsOf<typeof FindPublicMap.ports>) {}

  /** @throws {MapNotFound} also for a map that is not public. */
  async execute(id: string): Promise<MapKey> {
    for (const key of await this.ports.maps.findPublic(id)) {
      // What is left of the default map of a former space is not the default map of this one.
      const map = await getMap(this.ports, key).catch(orAbsent);
      if (map?.isPublic === true) return key;
    }
    throw new MapNotFound();
  }
}

function orAbsent(error: unknown): undefined {
  if (!(error instanceof MapNotFound)) throw error;
}
