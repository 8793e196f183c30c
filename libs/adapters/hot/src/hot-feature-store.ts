import type {
  Analysis,
  AnalysisQuery,
  ContentState,
  FeatureChunk,
  FeatureQuery,
  FeatureUse,
  MemberPath,
  NearestQuery,
  NearFeature,
  StoredFeature,
  WriteResult,
} from '@cairn/spaces';
import type {
  Cancellation,
  CellQuery,
  ContentHead,
  ContentVersion,
  CountQuery,
  Erasure,
  FailedStep,
  FeatureCell,
  FeatureCopy,
  FeaturePorts,
  FeatureRestoration,
  IndexingStep,
  RestoredFeatures,
  SpaceTotal,
  UncopiedFeature,
  WriteBatch,
} from '@cairn/spaces/spi';
import { HotLife, type HotState } from './building/hot-life.js';
import type { HotContent } from './building/hot-space.js';
import type { PackBuilder } from './building/pack-builder.js';
import type { Built } from './building/space-builds.js';
import { ThreadedPackBuilder } from './building/threaded-pack-builder.js';
import type { ContentPack } from './pack/content-pack.js';
import { PackSearch } from './searching/pack-search.js';

export interface HotFeatureStoreOptions {
  /** How much memory spaces may take, with what is built of them. */
  readonly maxBytes: number;
  /** By default in threads. */
  readonly builder?: PackBuilder<ContentPack> | undefined;
  /** Milliseconds since any moment. */
  readonly now?: (() => number) | undefined;
}

/**
 * Wraps any store of features. Spaces that are read more often than written are kept in memory, and searches of them are
 * answered from there, exactly as the store below would. All others, and what cannot be answered so, go below.
 */
export class HotFeatureStore implements FeaturePorts {
  private readonly life: HotLife<ContentPack>;
  private buildingAll: Promise<void> | undefined;

  constructor(
    private readonly below: FeaturePorts,
    { maxBytes, builder = new ThreadedPackBuilder(), now = Date.now }: HotFeatureStoreOptions,
  ) {
    this.life = new HotLife({ below, builder, maxBytes, now });
    this.life.wanted = () => void (this.buildingAll ??= this.buildWaiting());
  }

  /** Has someone else call `build` for the spaces that wait, whenever `wanted` is called. */
  onWanted(wanted: () => void): void {
    this.life.wanted = wanted;
  }

  /** The spaces that are read so often that they should be in memory; each is given once. */
  waiting(): Iterable<string> {
    return this.life.waiting();
  }

  /** Brings a space into memory, or merges what was written into its pack. One build at a time. @throws what it failed at */
  async build(spaceId: string): Promise<Built> {
    return await this.life.build(spaceId);
  }

  /** Does not build the space for a minute. */
  postpone(spaceId: string): void {
    this.life.postpone(spaceId);
  }

  /** Lets go of spaces that are gone, or that others have changed. */
  async check(): Promise<void> {
    await this.life.check();
  }

  state(): HotState {
    return this.life.state();
  }

  /** Ends builds, and lets go of all memory. Everything is then answered by the store below. */
  async close(): Promise<void> {
    await this.life.close();
  }

  write(spaceId: string, batch: WriteBatch): Promise<WriteResult> {
    return this.life.write(spaceId, batch, async (asked) => await this.below.write(spaceId, asked));
  }

  erase(spaceId: string, erasure: Erasure): Promise<number> {
    return this.life.change(
      spaceId,
      () => this.below.erase(spaceId, erasure),
      (count) => count > 0,
    );
  }

  restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures> {
    return this.life.change(
      spaceId,
      () => this.below.restore(spaceId, restoration),
      ({ restored }) => restored.length > 0,
    );
  }

  async find(
    spaceId: string,
    ids: readonly string[],
    at?: ContentVersion,
  ): Promise<readonly StoredFeature[]> {
    const known = await this.life.reading(spaceId, at);
    const found = known && searchOf(known).find(ids);
    return this.counted(spaceId, found) ?? (await this.below.find(spaceId, ids, at));
  }

  query(spaceId: string, query: FeatureQuery, cancellation?: Cancellation): AsyncIterable<FeatureChunk> {
    const isHot = isPlain(query) && query.saysVersion !== true && this.life.asks(spaceId);
    if (isHot) return this.queried(spaceId, query, cancellation);
    this.life.count(spaceId, 'below');
    return this.below.query(spaceId, query, cancellation);
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    const known = isPlain(query) ? await this.life.reading(spaceId, query.at) : undefined;
    const found = known && (await searchOf(known).nearest(query, cancellation));
    return this.counted(spaceId, found) ?? (await this.below.nearest(spaceId, query, cancellation));
  }

  async count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    const known = isPlain(query) ? await this.life.reading(spaceId, query.at) : undefined;
    const found = known && (await searchOf(known).count(query, cancellation));
    return this.counted(spaceId, found) ?? (await this.below.count(spaceId, query, cancellation));
  }

  cells(spaceId: string, query: CellQuery, cancellation?: Cancellation): Promise<readonly FeatureCell[]> {
    return this.below.cells(spaceId, query, cancellation);
  }

  analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    return this.below.analyse(spaceId, query, cancellation);
  }

  contentState(spaceId: string): Promise<ContentState> {
    return this.below.contentState(spaceId);
  }

  statistics(spaceId: string): Promise<ContentHead> {
    return this.below.statistics(spaceId);
  }

  indexed(spaceId: string): Promise<readonly MemberPath[]> {
    return this.below.indexed(spaceId);
  }

  total(): Promise<SpaceTotal> {
    return this.below.total();
  }

  use(owner: string): Promise<FeatureUse> {
    return this.below.use(owner);
  }

  purge(skipped?: readonly string[]): Promise<'more' | 'done' | FailedStep> {
    return this.below.purge(skipped);
  }

  index(skipped?: readonly string[]): Promise<IndexingStep | 'done' | FailedStep> {
    return this.below.index(skipped);
  }

  uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined> {
    return this.below.uncopied(after, except);
  }

  addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void> {
    return this.below.addCopies(key, copies);
  }

  private async *queried(
    spaceId: string,
    query: FeatureQuery,
    cancellation: Cancellation | undefined,
  ): AsyncGenerator<FeatureChunk, void, undefined> {
    const content = await this.life.current(spaceId, query.at); // as it is when the first chunk is pulled
    const found = content && (await searchOf(content).query(query, cancellation));
    const chunks = this.counted(spaceId, found);
    if (chunks === undefined) yield* this.below.query(spaceId, query, cancellation);
    else
      for (const chunk of chunks) {
        if (cancellation?.aborted === true) return;
        yield chunk;
      }
  }

  /** Counts whether an answer was found in memory. */
  private counted<T>(spaceId: string, found: T | undefined): T | undefined {
    this.life.count(spaceId, found === undefined ? 'below' : 'fromMemory');
    return found;
  }

  private async buildWaiting(): Promise<void> {
    await Promise.resolve(); // so that `buildingAll` is set
    for (const spaceId of this.waiting()) await this.build(spaceId).catch(() => undefined); // its state tells
    this.buildingAll = undefined;
  }
}

const searchOf = ({ pack, overlay }: HotContent<ContentPack>): PackSearch => new PackSearch(pack, overlay);

/** Whether a question may be one for memory at all. */
const isPlain = ({ filter, part, sort }: Pick<FeatureQuery, 'filter' | 'part' | 'sort'>): boolean =>
  filter === undefined && part === undefined && sort === undefined;
