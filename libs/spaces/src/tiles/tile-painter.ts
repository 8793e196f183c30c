import { encodeLimitedTile, numericIdOf, TileDrawing } from '@cairn/geometry';
import { readFeatures } from '../features/content/feature-body.js';
import { generalisedFor } from '../features/detail/feature-copies.js';
import { rankOf } from '../features/detail/feature-level.js';
import { attributesOf } from './tile-attributes.js';
import type { DrawnTile, TilePlan } from './tile-drawer.js';
import { TILE_EXTENT } from './tile-query.js';

/**
 * Draws a tile of features as they come. Of more than fit, those with the largest boxes are kept, of equal ones those with
 * the lowest `rankOf`: the same in neighbouring tiles, in every store, and each time. Large ones come first in the tile,
 * so that small ones are drawn over them.
 */
export class TilePainter {
  private readonly drawing: TileDrawing;
  private read = 0;

  constructor(private readonly plan: TilePlan) {
    const { tile, reach, maxFeatures } = plan;
    this.drawing = new TileDrawing({ tile, extent: TILE_EXTENT, buffer: reach }, maxFeatures);
  }

  /** @param texts Of features, as chunks of a store have them. */
  add(texts: string): void {
    const isHidden = this.plan.selection?.geometry === 'null';
    for (const feature of readFeatures(texts)) {
      const { geometry, grains, shapes, boxes, members } = generalisedFor(feature, this.plan);
      if (!geometry || isHidden) continue;
      const id = String(feature.id);
      this.read += 1;
      this.drawing.add({
        id: numericIdOf(id),
        rank: rankOf(id),
        geometry,
        grains,
        shapes,
        boxes,
        properties: attributesOf(members, this.plan),
      });
    }
  }

  finish(): DrawnTile {
    const { layer, maxSizeInBytes } = this.plan;
    const { features, omitted } = this.drawing.finish();
    const limited = encodeLimitedTile({ name: layer, extent: TILE_EXTENT, features }, maxSizeInBytes);
    return { bytes: new Uint8Array(limited.bytes), omitted: omitted + limited.omitted, read: this.read };
  }
}
