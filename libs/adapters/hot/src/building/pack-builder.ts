import type { Cancellation } from '@cairn/kernel';
import type { FeatureChunk } from '@cairn/spaces';
import type { ContentVersion } from '@cairn/spaces/spi';
import type { HotContent } from './hot-space.js';

/** Which features are packed, and what the build must keep to. */
export interface PackOrder {
  readonly at: ContentVersion;
  /** About how many features there are. */
  readonly expected: number;
  /** Told how much memory the pack takes so far. Returns whether that is allowed. */
  readonly fits: (sizeInBytes: number) => boolean;
  readonly cancellation: Cancellation;
}

/** Builds packs elsewhere than in the thread that answers requests. */
export interface PackBuilder<Pack> {
  /** Builds a pack of all features of a space, in the order of their ids. @throws {PackTooLarge} {BuildStopped} */
  build(chunks: AsyncIterable<FeatureChunk>, order: PackOrder): Promise<Pack>;
  /** Builds a pack of another one and what was written since. @throws {PackTooLarge} {BuildStopped} */
  merge(content: HotContent<Pack>, order: PackOrder): Promise<Pack>;
  /** Ends the build under way. */
  close(): Promise<void>;
}

/** The build was cancelled, or made no progress. */
export class BuildStopped extends Error {}
