import type { Cancellation } from '@cairn/kernel';
import type { FeatureChunk } from '@cairn/spaces';
import type { HotContent } from './hot-space.js';

/** What a build must keep to. */
export interface BuildLimits {
  /** Told how much memory the build takes so far. Returns whether that is allowed. */
  readonly fits: (bytes: number) => boolean;
  readonly cancellation: Cancellation;
}

/** Builds packs elsewhere than in the thread that answers requests. */
export interface PackBuilder<Pack> {
  /** Builds a pack of all features of a space, in the order of their ids. @throws {SpaceTooLarge} {BuildStopped} */
  build(chunks: AsyncIterable<FeatureChunk>, limits: BuildLimits): Promise<Pack>;
  /** Builds a pack of another one and what was written since. @throws {SpaceTooLarge} {BuildStopped} */
  merge(content: HotContent<Pack>, limits: BuildLimits): Promise<Pack>;
  /** Ends the build under way. */
  close(): Promise<void>;
}

/** A space needs more memory than there is for it. */
export class SpaceTooLarge extends Error {
  constructor(bytes: number) {
    super(`The space needs more memory than there is for it now: ${Math.ceil(bytes / 2 ** 20)} MiB or more.`);
  }
}

/** The build was cancelled, or made no progress. */
export class BuildStopped extends Error {}
