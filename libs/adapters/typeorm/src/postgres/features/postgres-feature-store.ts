import { NextFlight } from '@cairn/kernel';
import {
  SpaceNotFound,
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
  keepsHistory,
  openRollupGrids,
  planErasure,
  type Cancellation,
  type CellQuery,
  type ContentHead,
  type CountQuery,
  type Erasure,
  type FeatureRestoration,
  type FeatureCell,
  type FeatureCopy,
  type FeaturePorts,
  type FailedStep,
  type IndexingStep,
  type RestoredFeatures,
  type SpaceTotal,
  type UncopiedFeature,
  type WriteBatch,
} from '@cairn/spaces/spi';
import { appendEvent } from '../../kernel/append-event.js';
import { disposeOfFeatures } from '../../spaces/dispose-of-features.js';
import { StepWork } from '../../spaces/step-work.js';
import { postgres } from '../postgres-dialect.js';
import type { Connection } from '../bulk/bulk-connection.js';
import type { FeatureDatabase } from '../postgres-database.js';
import { eraseFeatures } from './writing/erase-features.js';
import { FeatureReader } from './reading/feature-reader.js';
import { featureOfRow, FIND } from './rows/feature-rows.js';
import { addFeatureCopies, uncopiedFeature } from './rows/feature-copies.js';
import { forgetFeatures } from './rows/feature-history.js';
import {
  lockFeatureSpace,
  readContentState,
  readFeatureSpace,
  readTotal,
  readUse,
  storeHead,
} from './rows/feature-space.js';
import { buildIndex, pendingIndex } from './indexes/build-indexes.js';
import { readyIndexes } from './rows/property-index.js';
import { buildRollup, emptyRollup, pendingRollup } from './rollup/build-rollup.js';
import { resetRollup } from './rows/cell-rollup.js';
import { purgeFeatures } from './writing/purge-features.js';
import { restoreFeatures } from './writing/restore-features.js';
import { writeFeatures } from './writing/write-features.js';
import { type Change, WritingTurns } from './writing/writing-turns.js';

const FEW_IDS = 100;
const READER_PATIENCE_MS = 30_000;

/**
 * Features as rows of PostgreSQL, with an index over their boxes. A lock of the row of a space makes its writes run one
 * at a time, also those of other processes. In SQL, because rows are streamed, and found by indexes that no entity has.
 */
export class PostgresFeatureStore implements FeaturePorts {
  private readonly reader: FeatureReader;
  private readonly writes: WritingTurns;
  private readonly states = new NextFlight<ContentState>();
  private grids: ReturnType<typeof openRollupGrids> | undefined;

  /** A query ends when its reader takes nothing for `readerPatienceMs`. */
  constructor(
    private readonly database: FeatureDatabase,
    readerPatienceMs = READER_PATIENCE_MS,
  ) {
    this.reader = new FeatureReader(database, readerPatienceMs);
    this.writes = new WritingTurns(database.maxConnections);
  }

  async write(spaceId: string, batch: WriteBatch): Promise<WriteResult> {
    const grids = await (this.grids ??= openRollupGrids());
    const { holder = spaceId } = batch;
    return await this.change({ spaceId, holder }, (connection) =>
      writeFeatures(connection, spaceId, { batch, grids }),
    );
  }

  async erase(spaceId: string, { filter, holder = spaceId, now, disposal }: Erasure): Promise<number> {
    const matched = filter === undefined ? undefined : await this.reader.matched(spaceId, filter);
    return await this.change({ spaceId, holder }, async (connection) => {
      const space = await lockFeatureSpace(connection, spaceId);
      const erased = { space, filter, matched, disposal };
      const { count, key, lost } = await eraseFeatures(connection, spaceId, erased);
      if (count === 0) return 0;
      const { head, event } = planErasure({ spaceId, ...space }, count);
      const change = { before: space.head, after: head };
      if (disposal !== undefined && lost !== undefined)
        await disposeOfFeatures(connection, postgres, {
          spaceId,
          key: lost,
          state: 'whole',
          ...change,
          disposal,
        });
      await storeHead(connection, key, { head, now });
      if (key === space.key) await resetRollup(connection, key);
      if (keepsHistory(space.versionsToKeep)) await forgetFeatures(connection, key, { head, added: count });
      await appendEvent(connection, event);
      return count;
    });
  }

  async restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures> {
    const grids = await (this.grids ??= openRollupGrids());
    return await this.change({ spaceId, holder: spaceId }, (connection) =>
      restoreFeatures(connection, spaceId, { restoration, grids }),
    );
  }

  async find(spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    const wanted = [...new Set(ids)];
    const rows = await this.database.read((connection) => connection.textRows(FIND, [spaceId, wanted]), {
      budget: wanted.length > FEW_IDS ? 'listing' : 'lookup',
    });
    if (rows.length === 0) throw new SpaceNotFound(spaceId);
    const found = new Map(
      rows
        .filter(([id]) => id !== null)
        .map(featureOfRow)
        .map((feature) => [feature.id, feature]),
    );
    return wanted.flatMap((id) => found.get(id) ?? []);
  }

  query(spaceId: string, query: FeatureQuery, cancellation?: Cancellation): AsyncIterable<FeatureChunk> {
    return this.reader.query(spaceId, query, cancellation);
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    return await this.reader.nearest(spaceId, query, cancellation).catch(insteadOfError([], cancellation));
  }

  async count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    return await this.reader.count(spaceId, query, cancellation).catch(insteadOfError(0, cancellation));
  }

  async cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]> {
    return await this.reader.cells(spaceId, query, cancellation).catch(insteadOfError([], cancellation));
  }

  async analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    const nothing = new AnalysedFeatures(query).result();
    return await this.reader
      .analyse(spaceId, query, cancellation)
      .catch(insteadOfError(nothing, cancellation));
  }

  async contentState(spaceId: string): Promise<ContentState> {
    return await this.states.run(spaceId, () =>
      this.database.read((connection) => readContentState(connection, spaceId)),
    );
  }

  async statistics(spaceId: string): Promise<ContentHead> {
    return (await this.contentState(spaceId)).head;
  }

  async total(): Promise<SpaceTotal> {
    return await this.database.read(readTotal);
  }

  async use(owner: string): Promise<FeatureUse> {
    return await this.database.read((connection) => readUse(connection, owner));
  }

  async purge(skipped: readonly string[] = []): Promise<'more' | 'done' | FailedStep> {
    return await StepWork.run(skipped, (work) =>
      this.database.write((connection) => purgeFeatures(connection, work), { budget: 'bulk' }),
    );
  }

  async indexed(spaceId: string): Promise<readonly MemberPath[]> {
    return await this.database.read(async (connection) => {
      const { key } = await readFeatureSpace(connection, spaceId);
      return (await readyIndexes(connection, key)).map(({ path }) => path);
    });
  }

  async index(skipped: readonly string[] = []): Promise<IndexingStep | 'done' | FailedStep> {
    return await StepWork.run(skipped, async (work) => {
      const keys = work.skippedKeys('index');
      const pending = await this.database.read((connection) => pendingIndex(connection, keys));
      if (pending === undefined) return await this.rollUp(work);
      work.begin('index', pending.key);
      const { spaceId } = pending;
      return await this.change({ spaceId, holder: spaceId }, (connection) => buildIndex(connection, pending));
    });
  }

  async uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined> {
    return await this.database.read((connection) => uncopiedFeature(connection, after, except), {
      budget: 'listing',
    });
  }

  async addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void> {
    await this.database.write((connection) => addFeatureCopies(connection, key, copies), { budget: 'bulk' });
  }

  private async rollUp(work: StepWork): Promise<IndexingStep | 'done'> {
    const keys = work.skippedKeys('counts');
    const pending = await this.database.read((connection) => pendingRollup(connection, keys));
    if (pending === undefined) return 'done';
    work.begin('counts', pending.key);
    const { key, spaceId } = pending;
    const grids = await (this.grids ??= openRollupGrids());
    return spaceId === undefined
      ? await this.database.write((connection) => emptyRollup(connection, key), { budget: 'bulk' })
      : await this.change({ spaceId, holder: spaceId }, (connection) =>
          buildRollup(connection, { key, spaceId, grids }),
        );
  }

  private async change<T>(of: Change, work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.writes.run(of, () => this.database.write(work, { budget: 'bulk' }));
  }
}

/** Handles the error of a query: a cancelled one has an empty result. */
const insteadOfError =
  <T>(nothing: T, cancellation: Cancellation | undefined) =>
  (error: unknown): T => {
    if (cancellation?.aborted === true) return nothing;
    throw error;
  };
