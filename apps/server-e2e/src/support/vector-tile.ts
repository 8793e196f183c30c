import { tileFaults } from '@cairn/geometry';
import type { ServerProcess } from '@cairn/harness';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export interface DecodedFeature {
  readonly id: number | undefined;
  readonly type: 'point' | 'line' | 'polygon';
  readonly properties: Readonly<Record<string, unknown>>;
  /** x and y in turns. */
  readonly paths: readonly (readonly number[])[];
}

export interface TileResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly length: number;
  /** By the specification; decoders do not check. */
  readonly faults: readonly string[];
  readonly layers: readonly string[];
  readonly features: readonly DecodedFeature[];
}

const types = ['unknown', 'point', 'line', 'polygon'] as const;

/** Reads a vector tile with the decoder of Mapbox, without a key. */
export async function fetchTile(
  server: ServerProcess,
  path: string,
  sent: { readonly headers?: Readonly<Record<string, string>>; readonly method?: string } = {},
): Promise<TileResponse> {
  const response = await server.fetch(path, { key: null, ...sent });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  const isTile = status === 200 && sent.method !== 'HEAD';
  const { layers } = new VectorTile(new PbfReader(isTile ? bytes : new Uint8Array()));
  const features = Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index);
      const paths = feature.loadGeometry().map((path) => path.flatMap(({ x, y }) => [x, y]));
      const type = types[feature.type];
      if (type === 'unknown') throw new Error('The tile has a geometry of an unknown type.');
      return { id: feature.id, type, properties: { ...feature.properties }, paths };
    }),
  );
  const faults = isTile ? tileFaults(bytes) : [];
  return { status, headers, length: bytes.length, faults, layers: Object.keys(layers), features };
}

/** The ids of features as attributes have them, in ascending order. */
export const namesIn = ({ features }: TileResponse): readonly unknown[] =>
  features.map(({ properties }) => properties['id']).sort();
