import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import {
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
  type MapRepository,
} from '@cairn/maps/spi';
import { pageOf } from '../listing.js';
import { counted, forgetting, isErased, isOwners } from '../traces.js';
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
  readonly traces = [
    counted('maps', () => this.maps.values(), isOwners),
    forgetting('mapLayers', this.maps, {
      names: ({ layers }, erased) => layers.some(({ sharedBy }) => isErased(sharedBy, erased)),
      without: (map) => ({ ...map, layers: map.layers.map(({ sharedBy: _, ...layer }) => layer) }),
    }),
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

  async remove(key: MapKey, disposal?: Disposal): Promise<void> {
    const map = this.stored(key);
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
