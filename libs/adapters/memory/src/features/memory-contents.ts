import type { FeatureUse } from '@cairn/spaces';
import { assertFits, indexedPaths, type ContentHead, type IndexingStep } from '@cairn/spaces/spi';
import { MemoryFeatures } from './memory-features.js';
import type { LostPart, MemorySpaceRepository } from '../spaces/memory-space-repository.js';

/** The features of each space. */
export class MemoryContents {
  private readonly contents = new Map<string, MemoryFeatures>();

  constructor(private readonly spaces: MemorySpaceRepository) {
    spaces.onRemoval((id) => this.lost(id));
  }

  buildIndexes(): IndexingStep | 'done' {
    for (const [spaceId, features] of this.contents) {
      features.wantIndexes(indexedPaths(this.spaces.settingsOf(spaceId)));
      const built = features.buildIndexes();
      if (built !== undefined) return built;
    }
    return 'done';
  }

  all(): readonly MemoryFeatures[] {
    return [...this.contents.values()];
  }

  /** @throws {SpaceNotFound} */
  of(spaceId: string): MemoryFeatures {
    const settings = this.spaces.settingsOf(spaceId);
    const known = this.contents.get(spaceId);
    if (known !== undefined) return known;
    const features = new MemoryFeatures();
    features.wantIndexes(indexedPaths(settings));
    this.contents.set(spaceId, features);
    return features;
  }

  versionsToKeep(spaceId: string): number {
    return this.spaces.settingsOf(spaceId).versionsToKeep ?? 1;
  }

  useOf(owner: string): FeatureUse {
    const own = [...this.contents].filter(([id]) => this.spaces.ownerOf(id) === owner);
    const sum = (of: (head: ContentHead) => number): number =>
      own.reduce((all, [, { head }]) => all + of(head), 0);
    return { featureCount: sum(({ total }) => total), length: sum(({ summary }) => summary.length) };
  }

  private lost(spaceId: string): LostPart | undefined {
    const features = this.contents.get(spaceId);
    if (features === undefined) return undefined;
    this.contents.delete(spaceId);
    const { total: featureCount, summary } = features.head;
    const use = { featureCount, length: summary.length };
    return {
      use,
      assertFits: (owner, quota) => assertFits(this.useOf(owner), use, quota),
      putBack: () => this.contents.set(spaceId, features),
    };
  }
}
