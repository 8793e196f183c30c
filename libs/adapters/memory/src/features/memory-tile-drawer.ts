import type { FeatureChunk } from '@cairn/spaces';
import {
  TilePainter,
  type Cancellation,
  type DrawnTile,
  type TileDrawer,
  type TilePlan,
} from '@cairn/spaces/spi';

/** Draws tiles in the calling thread. */
export class MemoryTileDrawer implements TileDrawer {
  async draw(
    chunks: AsyncIterable<FeatureChunk>,
    plan: TilePlan,
    cancellation?: Cancellation,
  ): Promise<DrawnTile | undefined> {
    const isCancelled = (): boolean => cancellation?.aborted === true;
    if (isCancelled()) return undefined;
    const painter = new TilePainter(plan);
    for await (const { text } of chunks) {
      if (isCancelled()) return undefined;
      painter.add(text);
    }
    return isCancelled() ? undefined : painter.finish();
  }
}
