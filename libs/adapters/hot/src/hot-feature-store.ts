import type {
  Analysis,
  AnalysisQuery,
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

/** Wraps any store of features. */
export class HotFeatureStore implements FeaturePorts {
  constructor(private readonly below: FeaturePorts) {}

  write(spaceId: string, batch: WriteBatch): Promise<WriteResult> {
    return this.below.write(spaceId, batch);
  }

  erase(spaceId: string, erasure: Erasure): Promise<number> {
    return this.below.erase(spaceId, erasure);
  }

  restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures> {
    return this.below.restore(spaceId, restoration);
  }

  find(spaceId: string, ids: readonly string[], at?: ContentVersion): Promise<readonly StoredFeature[]> {
    return this.below.find(spaceId, ids, at);
  }

  query(spaceId: string, query: FeatureQuery, cancellation?: Cancellation): AsyncIterable<FeatureChunk> {
    return this.below.query(spaceId, query, cancellation);
  }

  nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    return this.below.nearest(spaceId, query, cancellation);
  }

  count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    return this.below.count(spaceId, query, cancellation);
  }

  cells(spaceId: string, query: CellQuery, cancellation?: Cancellation): Promise<readonly FeatureCell[]> {
    return this.below.cells(spaceId, query, cancellation);
  }

  analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    return this.below.analyse(spaceId, query, cancellation);
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
}
