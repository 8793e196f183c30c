import { PbfWriter } from 'pbf';
import { LayerEncoder } from './layer-encoder.js';
import { type TileLayer } from './tile-layer.js';

/**
 * The bytes of a tile by the Mapbox Vector Tile specification 2.1, the same for the same layers. Layers without features
 * are left out, so a tile of nothing is no bytes. An id that an earlier feature of its layer has is not written again.
 */
export function encodeTile(layers: Iterable<TileLayer>): Uint8Array {
  const tile = new PbfWriter();
  for (const { features, ...layer } of layers) {
    const encoder = new LayerEncoder(layer);
    for (const feature of features) encoder.add(feature);
    encoder.writeTo(tile);
  }
  return tile.finish();
}

/** A tile of one layer whose bytes are limited. */
export interface LimitedTile {
  readonly bytes: Uint8Array;
  /** Number of features that did not fit. */
  readonly omitted: number;
}

/** Like `encodeTile` for one layer, but leaves out features that would make the tile longer than `maxBytes`. */
export function encodeLimitedTile({ features, ...layer }: TileLayer, maxBytes: number): LimitedTile {
  const tile = new PbfWriter();
  const encoder = new LayerEncoder(layer, maxBytes);
  let omitted = 0;
  for (const feature of features) if (!encoder.add(feature)) omitted += 1;
  encoder.writeTo(tile);
  return { bytes: tile.finish(), omitted };
}
