import type { Erased, Page, PageRequest } from '@cairn/kernel';
import {
  MapChanged,
  MapExists,
  MapLimitReached,
  MapNotFound,
  type ListedMap,
  type MapKey,
  type WebMap,
} from '@cairn/maps';
import {
  listedMap,
  mapCreated,
  mapDeleted,
  mapUpdated,
  positionOf,
  trashedMap,
  type MappedSpace,
  type MapRemoval,
  type MapRepository,
} from '@cairn/maps/spi';
import { pageOf } from '../listing.js';
import { counted, isErased, isOwners, type TraceHolder } from '../traces.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryRemoved } from '../trash/memory-removed.js';
import { MemoryTrash } from '../trash/memory-trash.js';

/** As JSON has them: nothing is shared with a caller. */
const parse: (json: string) => WebMap = JSON.parse;
const copyOf = (map: WebMap): WebMap => parse(JSON.stringify(map));

const keyOf = ({ owner, id }: MapKey): string => JSON.stringify([owner, id]);

/** Keeps maps in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryMapRepository implements MapRepository {
  private readonly maps = new Map<string, WebMap>();
  private readonly removed: MemoryRemoved<WebMap>;
  readonly traces: readonly TraceHolder[] = [
    counted('maps', () => this.maps.values(), isOwners),
    {
      ...counted(
        'mapLayers',
        () =>
          [...this.maps.values()].flatMap(({ owner, layers }) => layers.map((layer) => ({ owner, layer }))),
        ({ owner, layer }, erased) => isOwners({ owner }, erased) || isErased(layer.sharedBy, erased),
      ),
      erase: (erased) => this.forgetSharers(erased),
    },
  ];

  /** Without an outbox no events are recorded. */
  constructor(
    private readonly trash = new MemoryTrash(),
    private readonly outbox?: MemoryOutbox,
  ) {
    this.removed = new MemoryRemoved(trash, 'map');
  }

  async insert(map: WebMap, { maxMaps = Infinity }: { readonly maxMaps?: number } = {}): Promise<void> {
    if (this.maps.has(keyOf(map))) throw new MapExists(map.id);
    if (this.of(map.owner).length >= maxMaps) throw new MapLimitReached(maxMaps);
    this.maps.set(keyOf(map), copyOf(map));
    this.outbox?.append(mapCreated(map));
  }

  async find(key: MapKey): Promise<WebMap | undefined> {
    const map = this.maps.get(keyOf(key));
    return map && copyOf(map);
  }

  async get(key: MapKey): Promise<WebMap> {
    return copyOf(this.stored(key));
  }

  async list(owner: string, page: PageRequest): Promise<Page<ListedMap>> {
    return listed(this.of(owner), page);
  }

  async listBySpace({ owner, space }: MappedSpace, page: PageRequest): Promise<Page<ListedMap>> {
    const found = this.of(owner).filter(({ layers }) => layers.some((layer) => layer.space === space));
    return listed(found, page);
  }

  async update(key: MapKey, change: (map: WebMap) => WebMap): Promise<WebMap> {
    const changed = change(copyOf(this.stored(key)));
    this.maps.set(keyOf(key), copyOf(changed));
    this.outbox?.append(mapUpdated(key));
    return changed;
  }

  async remove(key: MapKey, { disposal, version }: MapRemoval = {}): Promise<void> {
    const map = this.stored(key);
    if (version !== undefined && version !== map.version) throw new MapChanged(map.version);
    this.maps.delete(keyOf(key));
    if (disposal === undefined) this.trash.forget(key.owner, { type: 'map', id: key.id });
    else this.removed.put(trashedMap(map, disposal), map);
    this.outbox?.append(mapDeleted(key));
  }

  async restore({ owner, id }: MapKey): Promise<void> {
    this.maps.set(keyOf({ owner, id }), this.removed.get(owner, id));
    this.trash.take(id);
    this.outbox?.append(mapCreated({ owner, id }));
  }

  /** Of maps of others: those of the owner are removed as a whole. */
  private forgetSharers(erased: Erased): number {
    let count = 0;
    for (const [key, map] of this.maps) {
      if (isOwners(map, erased)) continue;
      const layers = map.layers.map((layer) => {
        if (!isErased(layer.sharedBy, erased)) return layer;
        count += 1;
        const { sharedBy: _, ...rest } = layer;
        return rest;
      });
      this.maps.set(key, { ...map, layers });
    }
    return count;
  }

  private of(owner: string): readonly WebMap[] {
    return [...this.maps.values()].filter((map) => map.owner === owner);
  }

  /** @throws {MapNotFound} */
  private stored(key: MapKey): WebMap {
    const map = this.maps.get(keyOf(key));
    if (map === undefined) throw new MapNotFound();
    return map;
  }
}

const listed = (maps: readonly WebMap[], page: PageRequest): Page<ListedMap> =>
  pageOf(
    maps.map((map) => listedMap(copyOf(map))),
    page,
    { position: positionOf, descending: true },
  );
