import type { Cancellation } from '@cairn/kernel';
import { SpaceNotFound, type WriteResult } from '@cairn/spaces';
import type { ContentHead, ContentVersion, FeatureStore, WriteBatch } from '@cairn/spaces/spi';
import type { HotContent, Packed } from './hot-space.js';
import { HotSpaces } from './hot-spaces.js';
import type { PackBuilder } from './pack-builder.js';
import { SpaceBuilds, type Built, type ColdSpace } from './space-builds.js';
import { SpaceUse } from './space-use.js';

/** A space that is answered from memory. */
export interface HotSpaceState {
  readonly spaceId: string;
  /** Memory that it takes. */
  readonly bytes: number;
  readonly features: number;
  /** How many features were written since they were packed. */
  readonly overlay: number;
  /** How many questions were answered from memory, and how many by the store below, since it is hot. */
  readonly answers: number;
  readonly below: number;
}

/** What is in memory, of this process. */
export interface HotState {
  readonly maxBytes: number;
  readonly usedBytes: number;
  /** How many questions about spaces were answered from memory, and how many by the store below, since the start. */
  readonly answers: number;
  readonly below: number;
  readonly spaces: readonly HotSpaceState[];
  readonly building: readonly { readonly spaceId: string; readonly bytes: number }[];
  /** Spaces that are read often, but did not fit or could not be built. */
  readonly failed: readonly ColdSpace[];
}

export interface HotLifeOptions<Pack extends Packed> {
  readonly below: Pick<FeatureStore, 'query' | 'statistics'>;
  readonly builder: PackBuilder<Pack>;
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Decides which spaces are in memory, and whether what is there is what the store below has. */
export class HotLife<Pack extends Packed> {
  /** Called when a space should be built. */
  wanted: () => void = () => undefined;
  private readonly use: SpaceUse;
  private readonly spaces: HotSpaces<Pack>;
  private readonly builds: SpaceBuilds<Pack>;
  private readonly waits = new Set<string>();
  private readonly closing = new AbortController();
  private readonly answered = { fromMemory: 0, below: 0 };

  constructor(private readonly options: HotLifeOptions<Pack>) {
    const { below, builder, maxBytes, now } = options;
    this.use = new SpaceUse(now);
    this.spaces = new HotSpaces({ maxBytes, worth: (spaceId) => this.use.worth(spaceId) });
    this.builds = new SpaceBuilds({ below, builder, now, spaces: this.spaces });
  }

  /**
   * The features of a space as the store below has them now, or as they were when the caller read `at`, or later;
   * `undefined` if they are not in memory. A promise only where the store below has to be asked for their version.
   */
  reading(
    spaceId: string,
    at: ContentVersion | undefined,
  ): HotContent<Pack> | undefined | Promise<HotContent<Pack> | undefined> {
    if (!this.asks(spaceId)) return undefined;
    return this.current(spaceId, at);
  }

  /** Counts a question about a space that memory could answer. Returns whether the space is there. */
  asks(spaceId: string): boolean {
    this.use.read(spaceId);
    const isHot = this.spaces.get(spaceId) !== undefined;
    if (isHot ? this.spaces.isOverlaid(spaceId) : this.use.worth(spaceId) > 0)
      this.want(spaceId, isHot ? 'merge' : 'build');
    return isHot;
  }

  /** As `reading`, for a question that was counted. */
  current(
    spaceId: string,
    at: ContentVersion | undefined,
  ): HotContent<Pack> | undefined | Promise<HotContent<Pack> | undefined> {
    return at === undefined ? this.asked(spaceId) : this.spaces.at(spaceId, at);
  }

  /** Counts a question that was answered. */
  count(spaceId: string, by: 'fromMemory' | 'below'): void {
    this.answered[by] += 1;
    const space = this.spaces.get(spaceId);
    if (space !== undefined) space.answered[by] += 1;
  }

  async write(
    spaceId: string,
    batch: WriteBatch,
    write: (batch: WriteBatch) => Promise<WriteResult>,
  ): Promise<WriteResult> {
    if (batch.trial === undefined) this.use.wrote(spaceId);
    return await this.spaces.following(spaceId, batch, write);
  }

  /** Runs a change of a space that is not followed. `isChange` says of the result whether anything changed. */
  async change<T>(spaceId: string, change: () => Promise<T>, isChange: (result: T) => boolean): Promise<T> {
    this.use.wrote(spaceId);
    const result = await change();
    if (isChange(result)) this.spaces.changed(spaceId);
    return result;
  }

  /** The spaces that should be built, each of them named once. */
  *waiting(): Generator<string, void, undefined> {
    for (const spaceId of this.waits) {
      this.waits.delete(spaceId);
      yield spaceId;
    }
  }

  /** Builds a space, if nothing else is built. @throws what the build failed at; the space then stays cold. */
  async build(spaceId: string): Promise<Built> {
    return await this.builds.build(spaceId, this.closing.signal satisfies Cancellation);
  }

  /** Does not build the space for a minute. */
  postpone(spaceId: string): void {
    this.builds.postpone(spaceId);
  }

  /** Lets go of spaces that are gone, or that others have changed. */
  async check(): Promise<void> {
    const spaceIds = [...this.spaces.entries()].map(([spaceId]) => spaceId);
    for (const spaceId of spaceIds) await this.asked(spaceId).catch(() => undefined); // or at their next question
  }

  state(): HotState {
    const { maxBytes } = this.options;
    const { underWay } = this.builds;
    return {
      maxBytes,
      usedBytes: this.spaces.usedBytes,
      answers: this.answered.fromMemory,
      below: this.answered.below,
      spaces: [...this.spaces.entries()].map(([spaceId, space]) => ({
        spaceId,
        bytes: space.sizeInBytes,
        features: space.featureCount,
        overlay: space.overlaid,
        answers: space.answered.fromMemory,
        below: space.answered.below,
      })),
      building: underWay === undefined ? [] : [{ spaceId: underWay.spaceId, bytes: underWay.sizeInBytes }],
      failed: this.builds.resting(),
    };
  }

  /** Ends a build under way, and lets go of everything. */
  async close(): Promise<void> {
    this.closing.abort();
    this.spaces.dropAll();
    await this.options.builder.close();
  }

  private async asked(spaceId: string): Promise<HotContent<Pack> | undefined> {
    if (this.spaces.get(spaceId) === undefined) return undefined;
    let head: ContentHead;
    try {
      head = await this.options.below.statistics(spaceId);
    } catch (error) {
      if (error instanceof SpaceNotFound) this.spaces.drop(spaceId);
      throw error;
    }
    return this.spaces.at(spaceId, head);
  }

  private want(spaceId: string, work: 'build' | 'merge'): void {
    if (this.waits.has(spaceId) || this.builds.isResting(spaceId, work) || this.closing.signal.aborted)
      return;
    if (this.builds.underWay?.spaceId === spaceId) return;
    this.waits.add(spaceId);
    this.wanted();
  }
}
