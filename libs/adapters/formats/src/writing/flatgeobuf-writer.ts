import { magicbytes } from 'flatgeobuf/lib/mjs/constants.js';
import type { ColumnMeta } from 'flatgeobuf/lib/mjs/column-meta.js';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { buildFeature } from 'flatgeobuf/lib/mjs/generic/feature.js';
import { buildHeader } from 'flatgeobuf/lib/mjs/generic/featurecollection.js';
import { parseGC, parseGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import type { FileFeature } from '@cairn/spaces';
import { OWN_ID } from '../features/feature-choices.js';
import { asGeometry } from './geojson-types.js';
import { type PropertyType, type Spool, textOf } from './spool.js';

const COLUMN_TYPES: Readonly<Record<PropertyType, ColumnType>> = {
  text: ColumnType.String,
  integer: ColumnType.Long,
  number: ColumnType.Double,
  boolean: ColumnType.Bool,
  json: ColumnType.Json,
  mixed: ColumnType.String,
};

/** FlatGeobuf without an index, so that nothing has to be sorted. Features without a geometry are left out: it needs one. */
export async function* flatGeobufBytes(
  spool: Spool,
  title: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const { geometry } of spool.features()) if (geometry !== null) count++;
  const header = headerOf(spool, { count, title });
  yield magicbytes;
  yield buildHeader(header, 4326);
  for await (const feature of spool.features()) {
    if (feature.geometry === null) continue;
    const geometry = asGeometry(feature.geometry);
    const parsed = geometry.type === 'GeometryCollection' ? parseGC(geometry) : parseGeometry(geometry);
    yield buildFeature(parsed, valuesOf(feature, spool), header);
  }
}

function headerOf(
  { properties, geometryTypes }: Spool,
  { count, title }: { readonly count: number; readonly title: string },
): HeaderMeta {
  const [only] = geometryTypes.size === 1 ? geometryTypes : [];
  return {
    geometryType: typeNamed(only),
    columns: [
      columnOf(OWN_ID, ColumnType.String),
      ...Array.from(properties, ([name, type]) => columnOf(name, COLUMN_TYPES[type])),
    ],
    envelope: null,
    featuresCount: count,
    indexNodeSize: 0,
    crs: null,
    title,
    description: null,
    metadata: null,
  };
}

const typeNames: readonly (readonly [string, GeometryType])[] = [
  ['Point', GeometryType.Point],
  ['LineString', GeometryType.LineString],
  ['Polygon', GeometryType.Polygon],
  ['MultiPoint', GeometryType.MultiPoint],
  ['MultiLineString', GeometryType.MultiLineString],
  ['MultiPolygon', GeometryType.MultiPolygon],
  ['GeometryCollection', GeometryType.GeometryCollection],
];
const typeNamed = (name: string | undefined): GeometryType =>
  typeNames.find(([each]) => each === name)?.[1] ?? GeometryType.Unknown;

const columnOf = (name: string, type: ColumnType): ColumnMeta => ({
  name,
  type,
  title: null,
  description: null,
  width: -1,
  precision: -1,
  scale: -1,
  nullable: true,
  unique: false,
  primary_key: false,
});

/** A value for each column: `buildFeature` leaves out nulls alone. */
function valuesOf(
  { id, properties: values }: FileFeature,
  { properties }: Spool,
): Parameters<typeof buildFeature>[1] {
  const all: Parameters<typeof buildFeature>[1] = { [OWN_ID]: id ?? null };
  for (const [name, type] of properties) {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    all[name] = value === null ? null : typedValue(value, type);
  }
  return all;
}

type Values = Parameters<typeof buildFeature>[1];
const jsonIn: (text: string) => Values[string] = JSON.parse;

function typedValue(value: unknown, type: PropertyType): Values[string] {
  if (typeof value === 'number' || typeof value === 'boolean')
    return type === 'mixed' ? String(value) : value;
  // The library makes the text of what is JSON.
  return type === 'json' ? jsonIn(JSON.stringify(value)) : textOf(value);
}
