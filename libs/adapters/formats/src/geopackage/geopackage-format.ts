import { InvalidInput } from '@cairn/kernel';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileGeometry,
  type FileItem,
  type FormatFile,
  UnknownCrs,
  UnreadableFile,
} from '@cairn/spaces';
import Sqlite from 'sqlite-driver';
import { Projection } from '../crs/projection.js';
import { crsOfCode, type KnownCrs, readCrsCode, readCrsText, WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { placed } from '../features/placed.js';
import { jsonColumnsOf, withJson } from './json-columns.js';
import { geometryIn } from './geometry-blob.js';

/**
 * GeoPackage (OGC 12-128r19). Only tables are read: a view of the file is a program, which may never end. Reading is
 * synchronous, so this runs in a process of its own.
 */
export class GeoPackageFormat implements FeatureFormat {
  readonly name = 'geopackage';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    const source = new GeoPackage(file);
    try {
      const layers = source.layers();
      const table = source.table(choices.layer);
      const crs = crsOf(table, choices);
      return await describeItems(this.name, () => itemsOf(source, table, crs), {
        choices,
        crs,
        layers,
        layer: table.name,
        count: layers.find(({ name }) => name === table.name)?.count,
      });
    } finally {
      source.close();
    }
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    const source = new GeoPackage(file);
    try {
      const table = source.table(choices.layer);
      yield* withChoices(itemsOf(source, table, crsOf(table, choices)), choices);
    } finally {
      source.close();
    }
  }
}

/** With the values of columns that the file says are JSON. */
async function* itemsOf(
  source: GeoPackage,
  table: LayerTable,
  crs: KnownCrs,
): AsyncGenerator<FileItem, void, undefined> {
  const names = source.jsonColumns(table);
  for await (const item of source.items(table, crs))
    yield 'feature' in item && names.size > 0 ? { ...item, feature: withJson(item.feature, names) } : item;
}

interface LayerTable {
  readonly name: string;
  readonly geometry: string;
  readonly organization: string | null;
  readonly code: number | null;
  readonly definition: string | null;
}

function crsOf({ organization, code, definition }: LayerTable, { crs }: FileChoices): KnownCrs {
  if (crs !== undefined) return readCrsCode(crs);
  // By the specification -1 and 0 are undefined systems.
  if (organization === null || code === null || code <= 0) {
    if (definition === null || /^undefined$/i.test(definition)) return WGS_84;
    return readCrsText(definition);
  }
  try {
    return crsOfCode(organization, code);
  } catch (error) {
    if (!(error instanceof UnknownCrs) || definition === null) throw error;
    return readCrsText(definition);
  }
}

const TABLES = `SELECT c.table_name AS name, g.column_name AS geometry, s.organization AS organization,
  s.organization_coordsys_id AS code, s.definition AS definition
  FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
  LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
  JOIN sqlite_master m ON m.name = c.table_name AND m.type = 'table'
  WHERE c.data_type = 'features' ORDER BY c.rowid`;
const NEEDED = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

/** An open file. */
class GeoPackage {
  private readonly database: Sqlite.Database;
  private readonly tables: readonly LayerTable[];

  constructor({ path }: FormatFile) {
    this.database = broken(() => new Sqlite(path, { readonly: true, fileMustExist: true }));
    try {
      this.tables = broken(() => this.findTables());
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private findTables(): readonly LayerTable[] {
    this.database.pragma('trusted_schema = OFF');
    const isTable = this.database.prepare(
      `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE`,
    );
    const missing = NEEDED.filter((name) => isTable.get(name) === undefined);
    if (missing.length > 0)
      throw new UnreadableFile(`The file is no GeoPackage: it has no table ${missing.join(', ')}.`);
    const tables = this.database.prepare<[], LayerTable>(TABLES).all();
    if (tables.length === 0) throw new UnreadableFile('The GeoPackage has no table of features.');
    return tables;
  }

  layers(): NonNullable<FileContent['layers']> {
    return this.tables.map(({ name }) => {
      const row = broken(() =>
        this.database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${quoted(name)}`).get(),
      );
      return { name, count: row?.count };
    });
  }

  /** @throws {InvalidInput} */
  table(wanted: string | undefined): LayerTable {
    const found = wanted === undefined ? this.tables[0] : this.tables.find(({ name }) => name === wanted);
    if (found === undefined)
      throw InvalidInput.of(
        'unknown-layer',
        `There is no layer ${JSON.stringify(wanted)} in the file.`,
        '/layer',
      );
    return found;
  }

  async *items({ name, geometry }: LayerTable, crs: KnownCrs): AsyncGenerator<FileItem, void, undefined> {
    const projection = new Projection(crs);
    const isNumbered = this.keyOf(name);
    const booleans = this.booleansOf(name);
    const rows = broken(() =>
      this.database
        .prepare<[], Record<string, unknown>>(`SELECT * FROM ${quoted(name)}`)
        .safeIntegers()
        .iterate(),
    );
    try {
      for (let at = 1; ; at++) {
        const next = broken(() => rows.next());
        if (next.done === true) return;
        const { [geometry]: blob, ...row } = next.value;
        const shape = shapeIn(blob);
        const properties = plainRow(row, { key: isNumbered, booleans });
        yield typeof shape === 'string'
          ? { at, reason: shape }
          : placed({ at, geometry: shape, properties }, projection);
      }
    } finally {
      rows.return?.(); // else the file cannot be closed
    }
  }

  /** The column that numbers the rows, which people did not write. */
  private keyOf(table: string): string | undefined {
    return this.columnsOf(table).find(({ pk, type }) => pk === 1 && /^INTEGER$/i.test(type))?.name;
  }

  private booleansOf(table: string): ReadonlySet<string> {
    return new Set(
      this.columnsOf(table).flatMap(({ name, type }) => (/^BOOLEAN$/i.test(type) ? [name] : [])),
    );
  }

  private columnsOf(
    table: string,
  ): readonly { readonly name: string; readonly type: string; readonly pk: number }[] {
    return this.database
      .prepare<[string], { name: string; type: string; pk: number }>(
        'SELECT name, type, pk FROM pragma_table_info(?)',
      )
      .all(table);
  }

  jsonColumns({ name }: LayerTable): ReadonlySet<string> {
    return broken(() => jsonColumnsOf(this.database, name));
  }

  close(): void {
    this.database.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function broken<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Sqlite.SqliteError)
      throw new UnreadableFile(`The GeoPackage is broken (${error.message}).`, { cause: error });
    throw error;
  }
}

/** A geometry, or why it is none. */
function shapeIn(blob: unknown): FileGeometry | null | string {
  if (blob === null || blob === undefined) return null;
  try {
    return geometryIn(blob);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.reason;
    throw error;
  }
}

function plainRow(
  row: Readonly<Record<string, unknown>>,
  { key, booleans }: { readonly key: string | undefined; readonly booleans: ReadonlySet<string> },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (name === key || value === null || Buffer.isBuffer(value)) return [];
      if (typeof value !== 'bigint') return [[name, value]];
      if (booleans.has(name)) return [[name, value !== 0n]];
      const number = Number(value);
      return [[name, Number.isSafeInteger(number) ? number : String(value)]];
    }),
  );
}
