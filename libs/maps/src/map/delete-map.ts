import {
  Clock,
  IdGenerator,
  intoTrash,
  TrashRules,
  type PortsOf,
  type Restoration,
  type Restorer,
} from '@cairn/kernel';
import { MapChanged } from '../errors.js';
import { spaceOfDefault } from './default-map.js';
import { getMap, mapPorts } from './find-map.js';
import { MapRepository } from './map-repository.js';
import type { MapKey } from './web-map.js';

/** Who deletes a map, and which version of it. */
export interface MapDeletion {
  /** `user:ID` or `key:ID`. */
  readonly deletedBy?: string | undefined;
  /** The version that is to be deleted; any by default. */
  readonly version?: number | undefined;
}

/** Deletes a map, into the trash where there is one. Its spaces stay. */
export class DeleteMap {
  static readonly ports = { ...mapPorts, trash: TrashRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof DeleteMap.ports>) {}

  /**
   * The default map of a space is not put into the trash: it becomes what the features of the space suggest.
   * @throws {MapNotFound} {MapChanged} if it has another version
   */
  async execute(key: MapKey, { deletedBy, version }: MapDeletion = {}): Promise<void> {
    const { maps } = this.ports;
    if (spaceOfDefault(key.id) === undefined) {
      await intoTrash(this.ports, deletedBy, (disposal) => maps.remove(key, { disposal, version }));
      return;
    }
    const map = await getMap(this.ports, key);
    if (map.version > 0) await maps.remove(key, { version });
    else if (version !== undefined && version !== map.version) throw new MapChanged(map.version);
  }
}

/** Restores a deleted map. */
export class RestoreMap implements Restorer {
  static readonly ports = { maps: MapRepository };

  constructor(private readonly ports: PortsOf<typeof RestoreMap.ports>) {}

  /** @throws {NotInTrash} */
  async execute(owner: string, id: string): Promise<Restoration> {
    await this.ports.maps.restore({ owner, id });
    return { isRenamed: false };
  }
}
