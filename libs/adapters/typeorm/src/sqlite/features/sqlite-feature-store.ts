import { openGrid } from '@cairn/geometry';
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
  AnalysedFeatures,
  type Cancellation,
  type CellQuery,
  ClusteredFeatures,
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
  openRollupGrids,
  rollupPlan,
} from '@cairn/spaces/spi';
import { storageError } from '../connection/storage-error.js';
import type { SqliteConnection } from '../connection/sqlite-connection.js';
import type { Room } from '../connection/waiting-units.js';
import type { SqliteDatabase } from '../connection/sqlite-database.js';
import { eraseFeatures, readMatched } from './writing/erase-features.js';
import { addFeatureCopies, uncopiedFeature } from './rows/feature-copies.js';
import { FeatureChunks } from './rows/feature-chunks.js';
import {
  clusterFeatures,
  everyCandidate,
  countedFeatures,
  findFeatures,
  nearFeatures,
  queriedFeatures,
} from './searching/feature-reads.js';
import { buildIndexes } from './indexes/build-indexes.js';
import { readyPaths } from './indexes/feature-terms.js';
import { LongReads } from './searching/long-reads.js';
import { buildRollups } from './rollup/build-rollups.js';
import { readyRollup } from './rows/cell-rollup.js';
import { rolledUpCells } from './rollup/rolled-up-cells.js';
import { purgeContents } from './writing/purge-contents.js';
import { contentOf, contentStateOf, totalOf, useOf } from './rows/space-content.js';
import { StepSize } from './writing/step-size.js';
import { WritingTurns } from './writing/writing-turns.js';
import { exceedsLimit } from './rows/exceeds-limit.js';
import { restoreFeatures } from './writing/restore-features.js';
import { roomOf, writeFeatures } from './writing/write-features.js';

/** Features as rows, with their boxes in an R*Tree. Runs in the threads of the database, in SQL that is synchronous. */
export class SqliteFeatureStore implements FeaturePorts {
  private readonly reads: LongReads;
  private readonly writing = new WritingTurns();
  private readonly purging = new StepSize();
  private readonly indexing = new StepSize();
  private grids: ReturnType<typeof openRollupGrids> | undefined;

  constructor(private readonly database: SqliteDatabase) {
    this.reads = new LongReads(database.snapshots);
  }

  async write(spaceId: string, batch: WriteBatch): Promise<WriteResult> {
    const grids = await (this.grids ??= openRollupGrids());
    const room = await this.database.readDirectly((reader) => roomOf(reader, spaceId, batch));
    const work = (writer: SqliteConnection) => writeFeatures(writer, spaceId, { batch, grids });
    return await this.writing.run(spaceId, batch, async () => {
      if (batch.inBackground !== true) return await this.database.writeDirectly(work, room);
      const { result, timing } = await this.database.writeInBackground(work, room);
      return { ...result, timing };
    });
  }

  async erase(spaceId: string, erasure: Erasure): Promise<number> {
    // Found in turns with other work, because the transaction blocks all other writes.
    const matched = erasure.filter && (await readMatched(this.reads, spaceId, erasure.filter));
    const room = erasure.disposal === undefined ? 'reserve' : 'disk';
    const erase = (writer: SqliteConnection) => eraseFeatures(writer, spaceId, { ...erasure, matched });
    return await this.writing.run(spaceId, erasure, () => this.database.writeDirectly(erase, room));
  }

  async restore(spaceId: string, restoration: FeatureRestoration): Promise<RestoredFeatures> {
    const grids = await (this.grids ??= openRollupGrids());
    const work = (writer: SqliteConnection) => restoreFeatures(writer, spaceId, { restoration, grids });
    return await this.writing.run(spaceId, {}, () => this.database.writeDirectly(work));
  }

  async find(spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    return await this.database.readDirectly((from) => findFeatures(from, contentOf(from, spaceId), ids));
  }

  async *query(
    spaceId: string,
    query: FeatureQuery,
    cancellation?: Cancellation,
  ): AsyncGenerator<FeatureChunk, void, undefined> {
    const chunks = new FeatureChunks(query);
    const read = await this.reads.start(query.reader ?? spaceId, cancellation);
    try {
      const content = chunks.readFrom(contentOf(read.connection, spaceId));
      const features = queriedFeatures(read.connection, content, query);
      for (const items of features) {
        if (read.isDue && !(await read.goOn())) return;
        for (const [id, text] of items) {
          const chunk = chunks.add(id, text);
          if (chunk === undefined) continue;
          read.pause(features);
          yield chunk;
          if (!(await read.goOn())) return;
        }
      }
    } catch (error) {
      throw storageError(error);
    } finally {
      read.end();
    }
    const chunk = chunks.take();
    if (chunk !== undefined && cancellation?.aborted !== true) yield chunk;
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation?: Cancellation,
  ): Promise<readonly NearFeature[]> {
    return await this.reads.whole({ reader: query.reader ?? spaceId, cancellation }, async (read) => {
      const nearest: NearFeature[] = [];
      for (const found of nearFeatures(read.connection, contentOf(read.connection, spaceId), query)) {
        nearest.push(...found);
        if (read.isDue && !(await read.goOn())) return [];
      }
      return nearest;
    });
  }

  async count(spaceId: string, query: CountQuery, cancellation?: Cancellation): Promise<number> {
    const { limit = Infinity, reader = spaceId, at: _, ...criteria } = query;
    return await this.reads.whole({ reader, cancellation }, async (read) => {
      const content = contentOf(read.connection, spaceId);
      if (Object.values(criteria).every((criterion) => criterion === undefined))
        return Math.min(content.head.total, limit);
      if (exceedsLimit(read.connection, content, query)) return limit;
      let count = 0;
      for (const counted of countedFeatures(read.connection, content, query)) {
        count += counted.length;
        if (count >= limit) break;
        if (read.isDue && !(await read.goOn())) return 0;
      }
      return cancellation?.aborted === true ? 0 : Math.min(count, limit);
    });
  }

  async cells(
    spaceId: string,
    query: CellQuery,
    cancellation?: Cancellation,
  ): Promise<readonly FeatureCell[]> {
    const plan = rollupPlan(query);
    const clustered = new ClusteredFeatures(query, await openGrid(query.grid));
    return await this.reads.whole({ reader: query.reader ?? spaceId, cancellation }, async (read) => {
      const { connection } = read;
      const content = contentOf(connection, spaceId);
      const key = plan && content.key && readyRollup(connection, content.key, plan.detail);
      const steps =
        plan !== undefined && key !== undefined
          ? rolledUpCells(connection, content, { key, plan, query, clustered })
          : clusterFeatures(connection, content, { query, clustered });
      while (!clustered.isFull && steps.next().done !== true)
        if (read.isDue && !(await read.goOn())) return [];
      return cancellation?.aborted === true ? [] : clustered.result();
    });
  }

  async analyse(spaceId: string, query: AnalysisQuery, cancellation?: Cancellation): Promise<Analysis> {
    return await this.reads.whole({ reader: query.reader ?? spaceId, cancellation }, async (read) => {
      const analysed = new AnalysedFeatures(query);
      for (const some of everyCandidate(read.connection, contentOf(read.connection, spaceId), query)) {
        for (const candidate of some) analysed.offer(candidate);
        if (read.isDue && !(await read.goOn())) break;
      }
      return (cancellation?.aborted === true ? new AnalysedFeatures(query) : analysed).result();
    });
  }

  async contentState(spaceId: string): Promise<ContentState> {
    return await this.database.readDirectly((reader) => contentStateOf(reader, spaceId));
  }

  async statistics(spaceId: string): Promise<ContentHead> {
    return (await this.contentState(spaceId)).head;
  }

  async total(): Promise<SpaceTotal> {
    return await this.database.readDirectly(totalOf);
  }

  async use(owner: string): Promise<FeatureUse> {
    return await this.database.readDirectly((reader) => useOf(reader, owner));
  }

  async purge(skipped: readonly string[] = []): Promise<'more' | 'done' | FailedStep> {
    return await this.purging.run(skipped, (size, work, begin) =>
      this.inBackground(async (writer) => {
        begin();
        return purgeContents(writer, size, work);
      }, 'reserve'),
    );
  }

  async indexed(spaceId: string): Promise<readonly MemberPath[]> {
    return await this.database.readDirectly((reader) => readyPaths(reader, contentOf(reader, spaceId).key));
  }

  async index(skipped: readonly string[] = []): Promise<IndexingStep | 'done' | FailedStep> {
    const openGrids = () => (this.grids ??= openRollupGrids());
    return await this.indexing.run(skipped, (size, work, begin) =>
      this.inBackground(async (writer) => {
        begin();
        const step = buildIndexes(writer, size, work);
        return step === 'done' ? await buildRollups(writer, openGrids, { features: size, work }) : step;
      }),
    );
  }

  async uncopied(after?: string, except?: readonly string[]): Promise<UncopiedFeature | undefined> {
    return await this.database.readDirectly((reader) => uncopiedFeature(reader, after, except));
  }

  async addCopies(key: string, copies: readonly FeatureCopy[]): Promise<void> {
    await this.inBackground(async (writer) => addFeatureCopies(writer, key, copies));
  }

  private async inBackground<T>(work: (writer: SqliteConnection) => Promise<T>, room?: Room): Promise<T> {
    return (await this.database.writeInBackground(work, room)).result;
  }
}
