import { toPage, type Page, type PageRequest } from '@cairn/kernel';
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
  mapCreated,
  mapDeleted,
  mapUpdated,
  positionOf,
  trashedMap,
  type MappedSpace,
  type MapRemoval,
  type MapRepository,
} from '@cairn/maps/spi';
import { appendEvent } from '../kernel/append-event.js';
import type { Database } from '../sql/database.js';
import { insertAll, insertNew } from '../sql/insert.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import type { Statements } from '../sql/statements.js';
import { selection } from '../sql/table.js';
import { putInTrash, takeFromTrash } from '../trash/tables/trash-rows.js';
import { forgetShared } from '../trash/shared-resources.js';
import {
  layerRows,
  MapLayerSchema,
  mapRow,
  MapSchema,
  toLayer,
  toMap,
  type MapLayerRow,
  type MapRow,
} from './map-schema.js';

const columns = selection(MapSchema);

const LAYER_COLUMNS = ['spaceId', 'sharedBy', 'content'] as const;
type LayerColumns = Pick<MapLayerRow, (typeof LAYER_COLUMNS)[number]>;
const layerColumns = selection(MapLayerSchema, LAYER_COLUMNS);

const parse: (json: string) => WebMap = JSON.parse;

type ListedRow = MapRow & { readonly layerCount: number };

/** Maps as rows of a relational database. Listings are SQL: TypeORM counts no layers. */
export class TypeOrmMapRepository implements MapRepository {
  constructor(private readonly database: Database) {}

  async insert(map: WebMap, { maxMaps = Infinity }: { readonly maxMaps?: number } = {}): Promise<void> {
    const { owner } = map;
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      const maps = manager.repository(MapSchema);
      if (maxMaps < Infinity) {
        // Otherwise two concurrent calls could each miss the other in the count.
        await dialect.lockOwner(manager, owner);
        if (await maps.existsBy({ owner, id: map.id })) throw new MapExists(map.id);
        if ((await maps.countBy({ owner })) >= maxMaps) throw new MapLimitReached(maxMaps);
      }
      await this.store(manager, map);
      await appendEvent(manager, mapCreated(map));
    });
  }

  async find(key: MapKey): Promise<WebMap | undefined> {
    return await this.database.read((manager) => this.read(manager, key));
  }

  async get(key: MapKey): Promise<WebMap> {
    const map = await this.find(key);
    if (map === undefined) throw new MapNotFound();
    return map;
  }

  async list(owner: string, page: PageRequest): Promise<Page<ListedMap>> {
    return await this.listed({ owner, page });
  }

  async listBySpace({ owner, space }: MappedSpace, page: PageRequest): Promise<Page<ListedMap>> {
    return await this.listed({ owner, space, page });
  }

  // `change` is awaited: in a worker thread, it is called in the main thread.
  async update(key: MapKey, change: (map: WebMap) => WebMap | Promise<WebMap>): Promise<WebMap> {
    return await this.database.write(async (manager) => {
      const changed = await change(await this.lock(manager, key));
      await manager.repository(MapSchema).update({ owner: key.owner, id: key.id }, mapRow(changed));
      await this.removeLayers(manager, key);
      await insertAll(manager, MapLayerSchema, layerRows(changed));
      await appendEvent(manager, mapUpdated(key));
      return changed;
    });
  }

  async remove({ owner, id }: MapKey, { disposal, version }: MapRemoval = {}): Promise<void> {
    const key = { owner, id };
    const remove = async (manager: Statements): Promise<void> => {
      const map = await this.lock(manager, key);
      if (version !== undefined && version !== map.version) throw new MapChanged(map.version);
      if (disposal === undefined) await forgetShared(manager, [{ ...key, type: 'map' }]);
      else await putInTrash(manager, [{ entry: trashedMap(map, disposal), record: map }]);
      await this.removeLayers(manager, key);
      await manager.repository(MapSchema).delete(key);
      await appendEvent(manager, mapDeleted(key));
    };
    await (disposal === undefined ? this.database.writeEvenIfFull(remove) : this.database.write(remove));
  }

  async restore({ owner, id }: MapKey): Promise<void> {
    const { dialect } = this.database;
    await this.database.write(async (manager) => {
      const { record } = await takeFromTrash(manager, dialect, { owner, id, kind: 'map' });
      await this.store(manager, parse(record));
      await appendEvent(manager, mapCreated({ owner, id }));
    });
  }

  private async store(manager: Statements, map: WebMap): Promise<void> {
    await insertNew(manager.repository(MapSchema), mapRow(map), () => new MapExists(map.id));
    await insertAll(manager, MapLayerSchema, layerRows(map));
  }

  private async removeLayers(manager: Statements, { owner, id }: MapKey): Promise<void> {
    await manager.repository(MapLayerSchema).delete({ owner, mapId: id });
  }

  /** @throws {MapNotFound} */
  private async lock(manager: Statements, { owner, id }: MapKey): Promise<WebMap> {
    await manager.sql`SELECT 1 FROM web_map
      WHERE owner = ${owner} AND id = ${id} ${this.database.dialect.forUpdate}`;
    const map = await this.read(manager, { owner, id });
    if (map === undefined) throw new MapNotFound();
    return map;
  }

  private async read(manager: Statements, { owner, id }: MapKey): Promise<WebMap | undefined> {
    // In one statement, so that a map is never read with the layers of another version.
    const rows = await manager.sql<readonly (MapRow & Partial<LayerColumns>)[]>`
      SELECT ${columns}, ${layerColumns} FROM web_map
      LEFT JOIN web_map_layer ON web_map_layer.owner = web_map.owner AND map_id = web_map.id
      WHERE web_map.owner = ${owner} AND web_map.id = ${id} ORDER BY place`;
    const [first] = rows;
    if (first === undefined) return undefined;
    const layers = Array.from(rows).flatMap(({ spaceId, sharedBy = null, content }) =>
      typeof spaceId === 'string' && typeof content === 'string'
        ? [toLayer({ spaceId, sharedBy, content })]
        : [],
    );
    return { ...toMap(first), layers };
  }

  private async listed({
    owner,
    space,
    page: { limit, after = BEFORE_NEWEST },
  }: {
    readonly owner: string;
    readonly space?: string;
    readonly page: PageRequest;
  }): Promise<Page<ListedMap>> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly ListedRow[]>`
        SELECT ${columns}, (SELECT CAST(count(*) AS double precision) FROM web_map_layer
            WHERE web_map_layer.owner = web_map.owner AND map_id = web_map.id) AS "layerCount"
        FROM web_map WHERE owner = ${owner} AND (created_at, id) < (${after.at}, ${after.id})
          AND (${space === undefined ? 1 : 0} = 1 OR id IN (SELECT map_id FROM web_map_layer
            WHERE web_map_layer.owner = ${owner} AND space_id = ${space ?? ''}))
        ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
      { budget: 'listing' },
    );
    const maps = Array.from(rows, ({ layerCount, ...row }) => ({ ...toMap(row), layerCount }));
    return toPage(maps, limit, positionOf);
  }
}
