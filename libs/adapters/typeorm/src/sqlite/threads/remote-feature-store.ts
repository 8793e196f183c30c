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
import {
  MAX_CHUNK_LENGTH,
  type Cancellation,
  type CellQuery,
  type ContentHead,
  type CountQuery,
  type Erasure,
  type FeatureCell,
  type FeatureCopy,
  type FeaturePorts,
  type FeatureRestoration,
  type FailedStep,
  type IndexingStep,
  type RestoredFeatures,
  type SpaceTotal,
  type UncopiedFeature,
  type WriteBatch,
} from '@cairn/spaces/spi';
import type { Operation } from './call-thread.js';
import { cached } from './cached.js';
import type { SharedCounter } from '../connection/shared-counter.js';
import type { ThreadPool } from './thread-pool.js';
import { writeInParts } from './write-in-parts.js';

/** The number of features in one call. More are fetched by further calls, one after the other. */
const FIND_AT_ONCE = 100;

/** The features of a SQLite file. Runs the methods of `SqliteFeatureStore` in its threads. */
export class RemoteFeatureStore implements FeaturePorts {
  private readonly content: (...args: readonly unknown[]) => Promise<unknown>;

  constructor(
    private readonly pool: ThreadPool,
    version: SharedCounter,
  ) {
    this.content = cached(version, (...args) => pool.read(operation('contentState', args)));
  }

  // Each call returns what the method in the thread returns.

  async write(...args: [spaceId: string, batch: WriteBatch]): Promise<WriteResult> {
    return await writeInParts((call) => this.pool.write(call), ...args);
  }

  async erase(...args: [spaceId: string, erasure: Erasure]): Promise<number> {
    return (await this.pool.write(operation('erase', args))) as number;
  }

  async restore(...args: [spaceId: string, restoration: FeatureRestoration]): Promise<RestoredFeatures> {
    return (await this.pool.write(operation('restore', args))) as RestoredFeatures;
  }

  async find(spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    const wanted = [...new Set(ids)];
    const found: StoredFeature[] = [];
    do {
      const args = [spaceId, wanted.splice(0, FIND_AT_ONCE)];
      found.push(...((await this.read(operation('find', args), spaceId)) as readonly StoredFeature[]));
    } while (wanted.length > 0);
    return found;
  }

  async *query(
    spaceId: string,
    query: FeatureQuery,
    cancellation?: Cancellation,
  ): AsyncGenerator<FeatureChunk, void, undefined> {
    const asked = { ...operation('query', [spaceId, query]), cancellation };
    const chunks = this.pool.stream({ ...asked, hasLongSteps: await this.areLong(spaceId) });
    yield* chunks as AsyncGenerator<FeatureChunk, void, undefined>;
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    const nearest = { ...operation('nearest', [spaceId, query]), cancellation };
    return (await this.read(nearest, spaceId)) as readonly NearFeature[];
  }

  async count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    const count = { ...operation('count', [spaceId, query]), cancellation };
    return (await this.read(count, spaceId)) as number;
  }

  async cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]> {
    const cells = { ...operation('cells', [spaceId, query]), cancellation };
    return (await this.read(cells, spaceId)) as readonly FeatureCell[];
  }

  async analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    const analysis = { ...operation('analyse', [spaceId, query]), cancellation };
    return (await this.read(analysis, spaceId)) as Analysis;
  }

  private async read(asked: Operation, spaceId: string): Promise<unknown> {
    return await this.pool.read({ ...asked, hasLongSteps: await this.areLong(spaceId) });
  }

  /** Whether a step of a read of this space may take long, because its features are long. */
  private async areLong(spaceId: string): Promise<boolean> {
    const head = await this.statistics(spaceId).catch(() => undefined);
    return (head?.summary.longest ?? 0) > MAX_CHUNK_LENGTH;
  }

  async contentState(spaceId: string): Promise<ContentState> {
    return (await this.content(spaceId)) as ContentState;
  }

  async statistics(spaceId: string): Promise<ContentHead> {
    return (await this.contentState(spaceId)).head;
  }

  async total(): Promise<SpaceTotal> {
    return (await this.pool.read(operation('total', []))) as SpaceTotal;
  }

  async use(owner: string): Promise<FeatureUse> {
    return (await this.pool.read(operation('use', [owner]))) as FeatureUse;
  }

  async purge(skipped?: readonly string[]): Promise<'more' | 'done' | FailedStep> {
    return (await this.pool.write(operation('purge', [skipped]))) as 'more' | 'done' | FailedStep;
  }

  async indexed(spaceId: string): Promise<readonly MemberPath[]> {
    return (await this.pool.read(operation('indexed', [spaceId]))) as readonly MemberPath[];
  }

  async index(skipped?: readonly string[]): Promise<IndexingStep | 'done' | FailedStep> {
    return (await this.pool.write(operation('index', [skipped]))) as IndexingStep | 'done' | FailedStep;
  }

  async uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined> {
    return (await this.pool.read(operation('uncopied', [after, except]))) as UncopiedFeature | undefined;
  }

  async addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void> {
    await this.pool.write(operation('addCopies', [key, copies]));
  }
}

const operation = (method: string, args: readonly unknown[]): Operation => ({
  repository: 'features',
  method,
  args,
  answer: 'clone',
});
