import type { FileFeature } from '@cairn/spaces';
import type Sqlite from 'sqlite-driver';
import { typedValue } from '../xml/typed-value.js';

/** The columns of a table that are JSON, by the extension for schemas (OGC 12-128r19, F.9), which GDAL writes, too. */
export function jsonColumnsOf(database: Sqlite.Database, table: string): ReadonlySet<string> {
  const isThere = database
    .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'gpkg_data_columns'`)
    .get();
  if (isThere === undefined) return new Set();
  const rows = database
    .prepare<[string], { name: string }>(
      `SELECT column_name AS name FROM gpkg_data_columns WHERE table_name = ? AND mime_type = 'application/json'`,
    )
    .all(table);
  return new Set(rows.map(({ name }) => name));
}

/** The feature with the values of these columns instead of their texts. */
export function withJson(feature: FileFeature, names: ReadonlySet<string>): FileFeature {
  const values = Object.entries(feature.properties).map(
    ([name, value]) =>
      [name, names.has(name) && typeof value === 'string' ? typedValue(value, 'json') : value] as const,
  );
  return { ...feature, properties: Object.fromEntries(values) };
}
