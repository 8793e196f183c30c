import type { FileFeature } from '@cairn/spaces';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { OWN_ID } from '../features/feature-choices.js';
import { wkbOf } from './wkb-of.js';
import { type PropertyType, type Spool, textOf } from './spool.js';

type BasicType = 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'JSON' | 'BYTE_ARRAY';

const TYPES: Readonly<Record<PropertyType, BasicType>> = {
  text: 'STRING',
  integer: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  json: 'JSON',
  mixed: 'STRING',
};

const ROWS_AT_ONCE = 10_000;
const GEOMETRY = 'geometry';

/** Writes GeoParquet 1.1 (https://geoparquet.org), whose geometries are WKB. */
export async function writeParquet(spool: Spool, path: string): Promise<void> {
  const columns = columnsOf(spool);
  const empty = columns.map(({ name, type }) => ({ name, type, data: [], nullable: true }));
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: empty }),
    kvMetadata: [{ key: 'geo', value: JSON.stringify(metadataOf(spool)) }],
    createdBy: 'Cairn',
  });
  let rows: FileFeature[] = [];
  const flush = async (): Promise<void> => {
    const columnData = columns.map(({ name, type, valueOf }) => ({ name, type, data: rows.map(valueOf) }));
    await writer.write({ columnData, rowGroupSize: ROWS_AT_ONCE });
    rows = [];
  };
  for await (const feature of spool.features()) {
    rows.push(feature);
    if (rows.length === ROWS_AT_ONCE) await flush();
  }
  if (rows.length > 0) await flush();
  await writer.finish();
}

interface Column {
  readonly name: string;
  readonly type: BasicType;
  readonly valueOf: (feature: FileFeature) => unknown;
}

function columnsOf({ properties }: Spool): readonly Column[] {
  const own = Array.from(properties, ([name, type]): Column => {
    const value = ({ properties: values }: FileFeature): unknown =>
      Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const column = name === OWN_ID || name === GEOMETRY ? `properties.${name}` : name;
    return { name: column, type: TYPES[type], valueOf: (feature) => typed(value(feature), type) };
  });
  return [
    { name: OWN_ID, type: 'STRING', valueOf: ({ id }) => id ?? null },
    ...own,
    {
      name: GEOMETRY,
      type: 'BYTE_ARRAY',
      valueOf: ({ geometry }) => (geometry === null ? null : wkbOf(geometry)),
    },
  ];
}

function typed(value: unknown, type: PropertyType): unknown {
  if (value === null) return null;
  if (type === 'integer') return BigInt(Number(value));
  return type === 'text' || type === 'mixed' ? textOf(value) : value;
}

function metadataOf({ geometryTypes, hasHeights, bbox }: Spool): object {
  return {
    version: '1.1.0',
    primary_column: GEOMETRY,
    columns: {
      [GEOMETRY]: {
        encoding: 'WKB',
        geometry_types: Array.from(geometryTypes, (type) =>
          hasHeights ? [type, `${type} Z`] : [type],
        ).flat(),
        ...(bbox !== undefined && { bbox }),
      },
    },
  };
}
