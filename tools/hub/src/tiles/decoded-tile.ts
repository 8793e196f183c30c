import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** A feature as a map reads it: paths of x and y on the grid of the tile. */
export interface DecodedFeature {
  readonly id: string;
  readonly kind: 'point' | 'line' | 'polygon';
  readonly paths: readonly (readonly (readonly [number, number])[])[];
}

const kinds = [undefined, 'point', 'line', 'polygon'] as const;

export function decodeTile(bytes: Uint8Array): readonly DecodedFeature[] {
  return Object.values(new VectorTile(new PbfReader(bytes)).layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index);
      const kind = kinds[feature.type];
      if (kind === undefined) throw new Error(`A feature is of the type ${feature.type}.`);
      const paths = feature.loadGeometry().map((path) => path.map(({ x, y }) => [x, y] as const));
      return { id: String(feature.properties['id']), kind, paths };
    }),
  );
}
