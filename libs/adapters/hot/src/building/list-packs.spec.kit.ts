import { FEATURE_SEPARATOR, featureText, type FeatureChunk } from '@cairn/spaces';
import { PackTooLarge } from '../pack/build-pack.js';
import type { HotContent, Packed } from './hot-space.js';
import { BuildStopped, type PackBuilder, type PackOrder } from './pack-builder.js';

/** A pack for tests of what happens around packs: the texts in a list. */
export class ListPack implements Packed {
  readonly ids: readonly string[];
  readonly sizeInBytes: number;
  readonly featureCount: number;

  constructor(readonly texts: readonly string[]) {
    this.ids = texts.map((text) => (JSON.parse(text) as { readonly id: string }).id);
    this.sizeInBytes = texts.join('').length;
    this.featureCount = texts.length;
  }

  positionOf(id: string): number | undefined {
    const position = this.ids.indexOf(id);
    return position === -1 ? undefined : position;
  }
}

/** All features, as a query for them gives them. */
export function textsOf({ pack, overlay }: HotContent<ListPack>): readonly string[] {
  const kept = pack.texts.filter((_, position) => !overlay.hidden.has(position));
  const written = overlay.features.map(({ feature }) => featureText(feature));
  const idOf = (text: string): string => (JSON.parse(text) as { readonly id: string }).id;
  return [...kept, ...written].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
}

/** Builds them in this thread. `before` runs before a build ends. */
export class ListPackBuilder implements PackBuilder<ListPack> {
  before: () => Promise<void> = async () => undefined;
  builds = 0;

  async build(chunks: AsyncIterable<FeatureChunk>, order: PackOrder): Promise<ListPack> {
    const texts: string[] = [];
    for await (const { text } of chunks) texts.push(...text.split(FEATURE_SEPARATOR));
    return await this.pack(texts, order);
  }

  async merge(content: HotContent<ListPack>, order: PackOrder): Promise<ListPack> {
    return await this.pack(textsOf(content), order);
  }

  async close(): Promise<void> {}

  private async pack(texts: readonly string[], { fits, cancellation }: PackOrder): Promise<ListPack> {
    this.builds += 1;
    await this.before();
    if (cancellation.aborted) throw new BuildStopped('It was cancelled.');
    const pack = new ListPack(texts);
    if (!fits(pack.sizeInBytes)) throw new PackTooLarge(pack.sizeInBytes);
    return pack;
  }
}
