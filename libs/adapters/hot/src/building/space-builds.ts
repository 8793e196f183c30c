import { KeyedMutex, type Cancellation } from '@cairn/kernel';
import { type FeatureChunk, SpaceNotFound } from '@cairn/spaces';
import type { ContentHead, ContentVersion, FeatureStore } from '@cairn/spaces/spi';
import { PackTooLarge } from '../pack/build-pack.js';
import { ContentRecord } from '../overlay/content-record.js';
import { HotSpace, type Packed } from './hot-space.js';
import type { HotSpaces } from './hot-spaces.js';
import type { PackBuilder, PackOrder } from './pack-builder.js';

/** A space is not built again for so many times the duration of its last build: by reading it, or by merging. */
const REST_FACTORS = { build: 10, merge: 2 } as const;
const LEAST_REST_MS = 1_000;
/** How long a space rests whose build has failed, and one that does not fit. */
const FAILED_REST_MS = 60_000;
const TOO_LARGE_REST_MS = 10 * 60_000;
/** From so many on, those are forgotten that are over. */
const MAX_RESTS = 1_000;

/** All builds take turns. */
const BUILDS = '';

/** The reader of builds. It takes turns with those of requests. */
const READER = 'hot-spaces';

/** Memory of a feature in a pack besides its body, roughly: the end of its text, its boxes, id and place. */
const FEATURE_BYTES = 160;

/** How a build ended: `changed` if the space was changed meanwhile in a way that cannot be followed. */
export type Built = 'built' | 'changed' | 'empty' | 'gone' | 'too-large';

/** A build under way. */
interface Build {
  readonly spaceId: string;
  sizeInBytes: number;
}

/** A space that is not built for a while. */
export interface ColdSpace {
  readonly spaceId: string;
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

interface Options<Pack extends Packed> {
  readonly below: Pick<FeatureStore, 'query' | 'statistics'>;
  readonly spaces: HotSpaces<Pack>;
  readonly builder: PackBuilder<Pack>;
  readonly now: () => number;
}

interface Rest {
  readonly until: number;
  readonly reason?: string;
  /** Whether the space may be merged meanwhile, once it is in memory. */
  readonly mayMerge?: boolean;
}

/** Chunks that tell of which version they are, once they were read. */
class VersionedChunks {
  at: ContentVersion | undefined;

  constructor(private readonly chunks: AsyncIterable<FeatureChunk>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<FeatureChunk, void, undefined> {
    for await (const chunk of this.chunks) {
      this.at = chunk.at;
      yield chunk;
    }
  }
}

/** Brings spaces into memory, one after the other. */
export class SpaceBuilds<Pack extends Packed> {
  private current: Build | undefined;
  private readonly turns = new KeyedMutex();
  private readonly rests = new Map<string, Rest>();

  constructor(private readonly options: Options<Pack>) {}

  /** The build under way. */
  get underWay(): Build | undefined {
    return this.current;
  }

  /** Spaces that are not built for a while because they do not fit or their build failed. */
  resting(): readonly ColdSpace[] {
    const all = [...this.rests].filter(([spaceId]) => this.isResting(spaceId));
    return all.flatMap(([spaceId, { until, reason }]) =>
      reason === undefined ? [] : [{ spaceId, until, reason }],
    );
  }

  isResting(spaceId: string, work: 'build' | 'merge' = 'build'): boolean {
    const rest = this.rests.get(spaceId);
    if (rest === undefined) return false;
    if (rest.until > this.options.now()) return work === 'build' || rest.mayMerge !== true;
    this.rests.delete(spaceId);
    return false;
  }

  /** Does not build the space for a minute. */
  postpone(spaceId: string): void {
    if (!this.isResting(spaceId)) this.rest(spaceId, FAILED_REST_MS);
  }

  /** Waits for its turn. @throws what the build failed at; the space then rests. */
  async build(spaceId: string, cancellation: Cancellation): Promise<Built> {
    return await this.turns.run(BUILDS, () => this.buildNow(spaceId, cancellation));
  }

  private async buildNow(spaceId: string, cancellation: Cancellation): Promise<Built> {
    const { now, spaces } = this.options;
    const began = now();
    this.current = { spaceId, sizeInBytes: 0 };
    try {
      const known = spaces.get(spaceId);
      const built = await (known === undefined
        ? this.fresh(spaceId, cancellation)
        : this.merged(spaceId, known, cancellation));
      if (built !== 'too-large')
        this.restAfter(spaceId, known === undefined ? 'build' : 'merge', now() - began);
      return built;
    } catch (error) {
      if (error instanceof SpaceNotFound) return 'gone';
      this.rest(spaceId, FAILED_REST_MS, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      this.current = undefined;
      spaces.reserve(0, spaceId);
    }
  }

  private async fresh(spaceId: string, cancellation: Cancellation): Promise<Built> {
    const { below, builder, spaces } = this.options;
    const head = await below.statistics(spaceId);
    if (head.total === 0) return 'empty';
    const bytes = head.summary.length + head.total * FEATURE_BYTES;
    if (!this.fits(bytes, spaceId)) {
      this.rest(spaceId, TOO_LARGE_REST_MS, new PackTooLarge(bytes).message);
      return 'too-large';
    }
    const record = new ContentRecord(head);
    spaces.record(spaceId, record);
    try {
      const chunks = new VersionedChunks(
        below.query(spaceId, { reader: READER, saysVersion: true }, cancellation),
      );
      const pack = await builder.build(chunks, this.order(spaceId, cancellation, head));
      const { at } = chunks;
      if (cancellation.aborted || at?.content !== head.content) return 'changed';
      record.skipTo(at.version);
      if (record.isLost) return 'changed';
      spaces.add(spaceId, new HotSpace(pack, record, at.version));
      return 'built';
    } finally {
      spaces.endRecord(spaceId);
    }
  }

  private async merged(spaceId: string, space: HotSpace<Pack>, cancellation: Cancellation): Promise<Built> {
    const { builder, spaces } = this.options;
    const content = space.current;
    if (typeof space.at(content) !== 'object') return 'changed'; // its first version is still being written
    const order = this.order(spaceId, cancellation, { ...content, total: space.featureCount });
    const pack = await builder.merge(content, order).catch((error: unknown) => {
      if (!(error instanceof PackTooLarge)) throw error;
      return undefined;
    });
    if (pack === undefined) {
      spaces.drop(spaceId); // There is no room for two packs of it: it is read again.
      return 'changed';
    }
    if (spaces.get(spaceId) !== space || space.record.isLost) return 'changed';
    space.renew(pack, content.version);
    return 'built';
  }

  private order(
    spaceId: string,
    cancellation: Cancellation,
    { content, version, total }: Pick<ContentHead, 'content' | 'version' | 'total'>,
  ): PackOrder {
    const fits = (bytes: number): boolean => this.fits(bytes, spaceId);
    return { at: { content, version }, expected: total, fits, cancellation };
  }

  private fits(bytes: number, spaceId: string): boolean {
    if (this.current !== undefined) this.current.sizeInBytes = bytes;
    return this.options.spaces.reserve(bytes, spaceId);
  }

  private restAfter(spaceId: string, work: 'build' | 'merge', durationMs: number): void {
    const restMs = Math.max(LEAST_REST_MS, REST_FACTORS[work] * durationMs);
    this.setRest(spaceId, { until: this.options.now() + restMs, mayMerge: work === 'build' });
  }

  private rest(spaceId: string, durationMs: number, reason?: string): void {
    const until = this.options.now() + durationMs;
    this.setRest(spaceId, reason === undefined ? { until } : { until, reason });
  }

  private setRest(spaceId: string, rest: Rest): void {
    this.rests.set(spaceId, rest);
    if (this.rests.size > MAX_RESTS) for (const other of [...this.rests.keys()]) this.isResting(other);
  }
}
