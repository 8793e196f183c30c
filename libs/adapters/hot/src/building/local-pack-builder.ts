import { type FeatureChunk, featureText } from '@cairn/spaces';
import { buildPack } from '../pack/build-pack.js';
import { ContentPack } from '../pack/content-pack.js';
import type { HotContent } from './hot-space.js';
import { mergedChunks } from './merged-chunks.js';
import { BuildStopped, type PackBuilder, type PackOrder } from './pack-builder.js';

/** Builds packs in the thread that asks for them, as tests do that build one for each question. */
export class LocalPackBuilder implements PackBuilder<ContentPack> {
  async build(chunks: AsyncIterable<FeatureChunk>, order: PackOrder): Promise<ContentPack> {
    const pack = new ContentPack(await buildPack(chunks, order));
    if (order.cancellation.aborted) throw new BuildStopped('The build was cancelled.'); // the chunks ended early
    return pack;
  }

  async merge({ pack, overlay }: HotContent<ContentPack>, order: PackOrder): Promise<ContentPack> {
    const { features, hidden } = overlay;
    const written = features.map(({ feature }) => ({ id: feature.id, text: featureText(feature) }));
    return new ContentPack(await buildPack(mergedChunks({ pack: pack.content, hidden, written }), order));
  }

  async close(): Promise<void> {}
}
