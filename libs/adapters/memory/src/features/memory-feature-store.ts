import { compareTexts } from '@cairn/kernel';
import { boxesIntersect, openGrid } from '@cairn/geometry';
import {
  type Analysis,
  type AnalysisQuery,
  type ContentState,
  type FeatureChunk,
  type FeatureQuery,
  type FeatureUse,
  type MemberPath,
  type NearestQuery,
  type NearFeature,
  type StoredFeature,
  type WriteResult,
} from '@cairn/spaces';
import {
  AnalysedFeatures,
  ClusteredFeatures,
  criteriaMatcher,
  formerFeatures,
  hasQuota,
  keepsHistory,
  NearestSearch,
  planErasure,
  planWrite,
  restoredBy,
  restoringBatch,
  type Cancellation,
  type CellQuery,
  type ContentHead,
  type CountQuery,
  type Erasure,
  type FeatureCell,
  type FeatureCopy,
  type FeaturePorts,
  type FeatureRestoration,
  type IndexingStep,
  type RestoredFeatures,
  type SpaceTotal,
  type UncopiedFeature,
  type WriteBatch,
} from '@cairn/spaces/spi';
import { MemoryContents } from './memory-contents.js';
import { MemoryFeatureTrash } from './memory-feature-trash.js';
import { copyOf, copyOfHead } from './memory-features.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { queriedChunks } from './memory-query.js';
import type { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

/** Keeps the features for as long as the process lives; a search looks at every feature that no index rules out. */
export class MemoryFeatureStore implements FeaturePorts {
  readonly trash: MemoryFeatureTrash;
  private readonly contents: MemoryContents;

  /** Without an outbox no events are recorded. */
  constructor(
    private readonly spaces: MemorySpaceRepository,
    private readonly outbox?: MemoryOutbox,
  ) {
    this.trash = new MemoryFeatureTrash(spaces.trash);
    this.contents = new MemoryContents(spaces);
  }

  async write(spaceId: string, batch: WriteBatch): Promise<WriteResult> {
    return this.apply(spaceId, batch);
  }

  private apply(spaceId: string, batch: WriteBatch): WriteResult {
    const features = this.contents.of(spaceId);
    const stored = new Map<string, StoredFeature>();
    for (const { draft } of batch.modifications) {
      const feature = features.get(draft.id);
      if (feature !== undefined) stored.set(draft.id, feature);
    }
    const { head } = features;
    const former = features.history.find(formerFeatures(batch, stored, head));
    const used = hasQuota(batch) ? this.contents.useOf(this.spaces.ownerOf(spaceId)) : undefined;
    const basis = {
      spaceId,
      head,
      stored,
      former,
      used,
      versionsToKeep: this.contents.versionsToKeep(spaceId),
    };
    const { puts, removals, ended, event, result, ...plan } = planWrite(basis, batch);
    if (event === undefined) return result;
    for (const put of puts) features.put(put);
    for (const id of removals) features.remove(id);
    features.advance(plan.head, ended);
    if (batch.disposal !== undefined && removals.length > 0) {
      const lost = removals.flatMap((id) => stored.get(id) ?? []);
      const change = { features: lost, before: head, after: plan.head, disposal: batch.disposal };
      this.trash.put(this.spaces.identityOf(spaceId), change);
    }
    this.spaces.changeContent(spaceId, batch.now);
    this.outbox?.append(event);
    return result;
  }

  async erase(spaceId: string, { filter, now, disposal }: Erasure): Promise<number> {
    const features = this.contents.of(spaceId);
    const erased = features.snapshot().filter(criteriaMatcher({ filter }));
    if (erased.length === 0) return 0;
    const basis = { spaceId, head: features.head, versionsToKeep: this.contents.versionsToKeep(spaceId) };
    const { head, event } = planErasure(basis, erased.length);
    for (const { feature } of erased) features.remove(feature.id);
    const lost = erased.map(({ feature }) => feature);
    const change = { features: lost, before: basis.head, after: head };
    if (disposal !== undefined) this.trash.put(this.spaces.identityOf(spaceId), { ...change, disposal });
    features.advance(head, keepsHistory(basis.versionsToKeep) ? lost : []);
    this.spaces.changeContent(spaceId, now);
    this.outbox?.append(event);
    return erased.length;
  }

  async restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures> {
    const features = this.trash.find(this.spaces.identityOf(spaceId), restoration);
    const result = this.apply(spaceId, restoringBatch(features, restoration));
    this.trash.take(restoration.entry, result.inserted);
    return restoredBy(result, features, restoration);
  }

  async find(spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    const features = this.contents.of(spaceId);
    return [...new Set(ids)].flatMap((id) => {
      const feature = features.get(id);
      return feature === undefined ? [] : [copyOf(feature)];
    });
  }

  async *query(
    spaceId: string,
    query: FeatureQuery,
    cancellation?: Cancellation,
  ): AsyncGenerator<FeatureChunk, void, undefined> {
    yield* queriedChunks(this.contents.of(spaceId), query, cancellation);
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    const features = this.contents.of(spaceId);
    if (cancellation?.aborted === true) return [];
    const search = new NearestSearch(query, features.head);
    for (let around = search.next(); around !== undefined; around = search.next())
      for (const candidate of features.snapshot())
        if (boxesIntersect(candidate.boxes ?? [], around) && search.offer(candidate) === 'enough') break;
    return search.found().map((near) => ({ ...near, feature: copyOf(near.feature) }));
  }

  async count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    const { limit = Infinity, ...criteria } = query;
    const accepts = criteriaMatcher(criteria);
    const features = this.contents.of(spaceId);
    let count = 0;
    for (const candidate of features.candidates(criteria.filter)) {
      if (cancellation?.aborted === true) return 0;
      if (count >= limit) break;
      if (accepts(candidate)) count += 1;
    }
    return cancellation?.aborted === true ? 0 : count;
  }

  async cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]> {
    const clustered = new ClusteredFeatures(query, await openGrid(query.grid));
    for (const candidate of this.contents.of(spaceId).candidates(query.filter)) {
      const steps = clustered.offer(candidate)[Symbol.iterator]();
      while (steps.next().done !== true && cancellation?.aborted !== true);
      if (clustered.isFull) break;
    }
    return cancellation?.aborted === true ? [] : clustered.result();
  }

  async analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    const analysed = new AnalysedFeatures(query);
    const candidates = this.contents.of(spaceId).candidates(query.filter);
    if (cancellation?.aborted !== true) for (const candidate of candidates) analysed.offer(candidate);
    return analysed.result();
  }

  async contentState(spaceId: string): Promise<ContentState> {
    return { head: await this.statistics(spaceId), space: await this.spaces.get(spaceId) };
  }

  async statistics(spaceId: string): Promise<ContentHead> {
    return copyOfHead(this.contents.of(spaceId).head);
  }

  /** Removed features are not counted, because removal is immediate. */
  async total(): Promise<SpaceTotal> {
    const featureCount = this.contents.all().reduce((sum, { head }) => sum + head.total, 0);
    return { spaceCount: this.spaces.size, featureCount };
  }

  async use(owner: string): Promise<FeatureUse> {
    return this.contents.useOf(owner);
  }

  async purge(): Promise<'more' | 'done'> {
    return 'done';
  }

  async indexed(spaceId: string): Promise<readonly MemberPath[]> {
    return this.contents.of(spaceId).ready();
  }

  /** Never fails. */
  async index(): Promise<IndexingStep | 'done'> {
    return this.contents.buildIndexes();
  }

  async uncopied(after?: string, except: readonly string[] = []): Promise<UncopiedFeature | undefined> {
    return this.contents
      .all()
      .flatMap((features) => features.copies.uncopied(features.snapshot()))
      .filter(({ key }) => !except.includes(key) && (after === undefined || compareTexts(key, after) > 0))
      .sort((one, other) => compareTexts(one.key, other.key))[0];
  }

  async addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void> {
    for (const features of this.contents.all()) features.copies.add(key, copies, features.snapshot());
  }
}
