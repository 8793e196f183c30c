import type { FileFeature } from '@cairn/spaces';
import { OWN_ID } from '../features/feature-choices.js';
import { featureBytes, headerBytes, MAGIC_BYTES, type WrittenColumn } from '../flatgeobuf/flat-builder.js';
import { type ColumnType, GEOMETRY_TYPES } from '../flatgeobuf/flat-types.js';
import { type PropertyType, type Spool, textOf } from './spool.js';

const COLUMN_TYPES: Readonly<Record<PropertyType, ColumnType>> = {
  text: 'String',
  integer: 'Long',
  number: 'Double',
  boolean: 'Bool',
  json: 'Json',
  mixed: 'String',
};

/** FlatGeobuf without an index, so that nothing has to be sorted. Features without a geometry are left out: it needs one. */
export async function* flatGeobufBytes(
  spool: Spool,
  title: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const { geometry } of spool.features()) if (geometry !== null) count++;
  const [only] = spool.geometryTypes.size === 1 ? spool.geometryTypes : [];
  const type = GEOMETRY_TYPES.find((name) => name === only) ?? 'Unknown';
  const columns: readonly WrittenColumn[] = [
    { name: OWN_ID, type: 'String' },
    ...Array.from(spool.properties, ([name, of]) => ({ name, type: COLUMN_TYPES[of] })),
  ];
  yield MAGIC_BYTES;
  // Where only some have one, GDAL would refuse the file: it looks for the third number at each.
  const hasHeights = spool.hasHeights && !spool.lacksHeights;
  yield headerBytes({ title, type, columns, count, hasHeights });
  for await (const feature of spool.features())
    if (feature.geometry !== null) yield featureBytes(feature.geometry, valuesOf(feature, spool), columns);
}

/** A value for each column. */
function valuesOf({ id, properties: values }: FileFeature, { properties }: Spool): readonly unknown[] {
  return [
    id ?? null,
    ...Array.from(properties, ([name, type]) => {
      const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
      return value !== null && (type === 'text' || type === 'mixed') ? textOf(value) : value;
    }),
  ];
}
