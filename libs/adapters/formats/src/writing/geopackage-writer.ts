import type { FileFeature, FileGeometry } from '@cairn/spaces';
import Sqlite from 'sqlite-driver';
import { isItems } from '../features/plain-json.js';
import { type PropertyType, type Spool, textOf } from './spool.js';
import { wkbOf } from './wkb-of.js';

const SQL_TYPES: Readonly<Record<PropertyType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'BOOLEAN',
  json: 'TEXT',
  mixed: 'TEXT',
};

/** "GPKG", and version 1.3 of the specification. */
const HEAD = `PRAGMA application_id = 1196444487; PRAGMA user_version = 10300; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
  scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_data_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, name TEXT, title TEXT,
  description TEXT, mime_type TEXT, constraint_name TEXT,
  CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name), CONSTRAINT gdc_tn UNIQUE (table_name, name));
CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT NOT NULL, constraint_type TEXT NOT NULL, value TEXT,
  min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT,
  CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value));
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]', NULL);`;

/** Writes a GeoPackage (OGC 12-128r19) with one table, and an R-tree by which programs find features. */
export async function writeGeoPackage(
  spool: Spool,
  { path, title }: { path: string; title: string },
): Promise<void> {
  const database = new Sqlite(path);
  try {
    database.exec(HEAD);
    const table = tableName(title);
    const columns = columnsOf(spool);
    createTable(database, { table, columns, spool, title });
    nameJson(database, table, columns);
    await insertAll(database, { table, columns, spool });
  } finally {
    database.close();
  }
}

/** Names of its own tables are taken, and some programs read no other characters. */
function tableName(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = words.join('_').slice(0, 60);
  return plain === '' || /^(?:gpkg|rtree|sqlite)_/i.test(plain) ? `features_${plain}` : plain;
}

interface Column {
  readonly property: string;
  readonly name: string;
  readonly type: PropertyType;
}

/** Columns are compared without regard to case, unlike properties. */
function columnsOf({ properties }: Spool): readonly Column[] {
  const taken = new Set(['fid', 'geom', 'feature_id']);
  return Array.from(properties, ([property, type]) => {
    let name = property === '' ? 'property' : property.replaceAll('\0', '');
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${property}_${number}`;
    taken.add(name.toLowerCase());
    return { property, name, type };
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function createTable(
  database: Sqlite.Database,
  {
    table,
    columns,
    spool,
    title,
  }: {
    readonly table: string;
    readonly columns: readonly Column[];
    readonly spool: Spool;
    readonly title: string;
  },
): void {
  const { geometryTypes, hasHeights, bbox } = spool;
  const [only] = geometryTypes.size === 1 ? geometryTypes : [];
  const own = columns.map(({ name, type }) => `, ${quoted(name)} ${SQL_TYPES[type]}`).join('');
  const type = (only ?? 'Geometry').toUpperCase();
  database.exec(
    `CREATE TABLE ${quoted(table)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${type}, feature_id TEXT${own})`,
  );
  database
    .prepare(
      `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
       VALUES (?, 'features', ?, ?, ?, ?, ?, 4326)`,
    )
    .run(table, title, ...(bbox ?? [null, null, null, null]));
  database
    .prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, ?, 0)`)
    .run(table, type, hasHeights ? 2 : 0);
  database.exec(
    `CREATE VIRTUAL TABLE ${quoted(`rtree_${table}_geom`)} USING rtree(id, minx, maxx, miny, maxy)`,
  );
  database
    .prepare(
      `INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`,
    )
    .run(table);
}

/** Says which columns are JSON, by the extension of the specification for that (Annex F.9). */
function nameJson(database: Sqlite.Database, table: string, columns: readonly Column[]): void {
  const json = columns.filter(({ type }) => type === 'json');
  if (json.length === 0) return;
  const say = database.prepare(
    `INSERT INTO gpkg_data_columns (table_name, column_name, mime_type) VALUES (?, ?, 'application/json')`,
  );
  for (const { name } of json) say.run(table, name);
  database.exec(
    `INSERT INTO gpkg_extensions VALUES
       ('gpkg_data_columns', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write'),
       ('gpkg_data_column_constraints', NULL, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write')`,
  );
}

async function insertAll(
  database: Sqlite.Database,
  {
    table,
    columns,
    spool,
  }: { readonly table: string; readonly columns: readonly Column[]; readonly spool: Spool },
): Promise<void> {
  const names = ['geom', 'feature_id', ...columns.map(({ name }) => quoted(name))];
  const insert = database.prepare(
    `INSERT INTO ${quoted(table)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const index = database.prepare(`INSERT INTO ${quoted(`rtree_${table}_geom`)} VALUES (?, ?, ?, ?, ?)`);
  database.exec('BEGIN');
  for await (const feature of spool.features()) {
    const { geometry, id = null } = feature;
    const bounds = geometry === null ? undefined : boundsOf(geometry);
    const blob = geometry === null ? null : geometryBlob(geometry);
    const { lastInsertRowid } = insert.run(blob, id, ...columns.map((column) => valueOf(feature, column)));
    if (bounds !== undefined) index.run(lastInsertRowid, bounds[0], bounds[2], bounds[1], bounds[3]);
  }
  database.exec('COMMIT');
}

function valueOf({ properties }: FileFeature, { property, type }: Column): string | number | null {
  const value = Object.hasOwn(properties, property) ? properties[property] : null;
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return value === true ? 1 : 0;
  if ((type === 'integer' || type === 'number') && typeof value === 'number') return value;
  return textOf(value);
}

/** Without an envelope: the R-tree has it. */
function geometryBlob(geometry: FileGeometry): Buffer {
  const head = Buffer.alloc(8);
  head.write('GP', 'latin1');
  head.writeUInt8(1, 3); // little endian
  head.writeInt32LE(4326, 4);
  return Buffer.concat([head, wkbOf(geometry)]);
}

type Box = readonly [number, number, number, number];

function boundsOf(geometry: FileGeometry): Box | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (!isItems(value)) return;
    const [x, y] = value;
    if (typeof x !== 'number' || typeof y !== 'number') return value.forEach(visit);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  const each = (one: FileGeometry): void =>
    'geometries' in one ? one.geometries.forEach(each) : visit(one.coordinates);
  each(geometry);
  return box[0] === Infinity ? undefined : box;
}
