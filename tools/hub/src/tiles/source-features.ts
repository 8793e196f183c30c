import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** Positions in degrees: paths of points, lines or rings. */
export type Path = readonly (readonly [longitude: number, latitude: number, ...more: number[]])[];

/** A feature of a file, with its shapes taken apart. */
export interface SourceFeature {
  readonly id: string;
  readonly kind: 'point' | 'line' | 'polygon';
  readonly paths: readonly Path[];
}

interface GeoJsonFeature {
  readonly id?: unknown;
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
}

/** The features of a GeoJSON file; `withIds` gets the same file in which each has its place as its id. */
export async function readSource(file: string, withIds: string): Promise<readonly SourceFeature[]> {
  const { features } = JSON.parse(await text(createReadStream(file))) as {
    readonly features: readonly GeoJsonFeature[];
  };
  const named = features.map((feature, index) => ({ ...feature, id: `f${index}` }));
  await writeFile(withIds, named.map((feature) => `${JSON.stringify(feature)}\n`).join(''));
  return named.flatMap(({ id, geometry }) => (geometry === null ? [] : shapesOf(id, geometry)));
}

function shapesOf(
  id: string,
  { type, coordinates }: { readonly type: string; readonly coordinates: unknown },
): readonly SourceFeature[] {
  switch (type) {
    case 'Point':
      return [{ id, kind: 'point', paths: [[coordinates]] as unknown[] as Path[] }];
    case 'LineString':
      return [{ id, kind: 'line', paths: [coordinates as Path] }];
    case 'MultiLineString':
      return [{ id, kind: 'line', paths: coordinates as Path[] }];
    case 'Polygon':
      return [{ id, kind: 'polygon', paths: coordinates as Path[] }];
    case 'MultiPolygon':
      return [{ id, kind: 'polygon', paths: (coordinates as Path[][]).flat() }];
    default:
      throw new Error(`${id} is a ${type}, which this data had none of.`);
  }
}
