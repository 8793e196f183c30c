import {
  type Analysis,
  type AnalysisQuery,
  type FeatureChunk,
  type FeatureQuery,
  type NearestQuery,
  type NearFeature,
  type PropertyFilter,
  FEATURE_SEPARATOR,
} from '@cairn/spaces';
import {
  type Cancellation,
  type CellQuery,
  type ContentVersion,
  type CountQuery,
  type FeatureCell,
  MAX_CHUNK_LENGTH,
} from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import type { FeatureDatabase } from '../../postgres-database.js';
import { countSure } from './candidate-statement.js';
import { candidates } from './candidates.js';
import { indexedSearch } from '../indexes/index-source.js';
import type { TextFeature } from '../rows/feature-texts.js';
import { readFeatureSpace, type FeatureSpace } from '../rows/feature-space.js';
import { accepted, matchedFeatures, type Matched } from './matched-features.js';
import { QueryAdmission, type Admission } from './query-admission.js';
import { featureAnalysis, featureCells } from './aggregated.js';
import { nearestFeatures, sortedFeatures } from './ranked.js';
import { readAhead } from './read-ahead.js';

interface ReadBy {
  readonly spaceId: string;
  readonly reader?: string | undefined;
  readonly cancellation?: Cancellation | undefined;
}

type Read<T> = (connection: Connection, space: FeatureSpace) => AsyncGenerator<T, void>;

/** Searches features. Each search sees one snapshot, and holds a connection while PostgreSQL works on it. */
export class FeatureReader {
  private readonly admission: QueryAdmission;

  constructor(
    private readonly database: FeatureDatabase,
    private readonly patienceMs: number,
  ) {
    this.admission = new QueryAdmission(database.maxConnections);
  }

  /** The chunks of a query. A query without a limit, or with a slow reader, counts as long. */
  query(
    spaceId: string,
    query: FeatureQuery,
    cancellation: Cancellation | undefined,
  ): AsyncGenerator<FeatureChunk, void> {
    let admission: Admission | undefined;
    const { limit, reader = spaceId } = query;
    const produce = async function* (
      this: FeatureReader,
      signal: AbortSignal,
    ): AsyncGenerator<FeatureChunk, void> {
      const { admission: places } = this;
      admission = await (limit === undefined
        ? places.enterLong(reader, signal)
        : places.enterShort(reader, signal));
      try {
        const read = readerOf(query);
        yield* this.snapshot(spaceId, signal, (connection, space) => {
          const { content, version } = space.head;
          const at = query.saysVersion === true ? { content, version } : undefined;
          return chunks(read(connection, space), { limit, at });
        });
      } finally {
        admission.leave();
      }
    };
    return readAhead(produce.bind(this), {
      onFull: async () => await admission?.extend(),
      rest: { maxMs: this.patienceMs, isWanted: () => admission?.isWanted === true },
      cancellation,
    });
  }

  async count(spaceId: string, query: CountQuery, cancellation: Cancellation | undefined): Promise<number> {
    return await this.one({ spaceId, reader: query.reader, cancellation }, (connection, space) =>
      count(connection, space, query),
    );
  }

  async nearest(
    spaceId: string,
    query: NearestQuery,
    cancellation: Cancellation | undefined,
  ): Promise<readonly NearFeature[]> {
    return await this.one({ spaceId, reader: query.reader, cancellation }, (connection, space) =>
      nearestFeatures(connection, space, query),
    );
  }

  async cells(
    spaceId: string,
    query: CellQuery,
    cancellation: Cancellation | undefined,
  ): Promise<readonly FeatureCell[]> {
    return await this.one({ spaceId, reader: query.reader, cancellation }, (connection, space) =>
      featureCells(connection, space, query),
    );
  }

  async analyse(
    spaceId: string,
    query: AnalysisQuery,
    cancellation: Cancellation | undefined,
  ): Promise<Analysis> {
    return await this.one({ spaceId, reader: query.reader, cancellation }, (connection, space) =>
      featureAnalysis(connection, space, query),
    );
  }

  /** The features that match before the space is locked to erase them. */
  async matched(spaceId: string, filter: PropertyFilter): Promise<Matched | undefined> {
    return await this.one({ spaceId }, (connection, space) => matchedFeatures(connection, space, filter));
  }

  private snapshot<T>(spaceId: string, signal: AbortSignal, read: Read<T>): AsyncGenerator<T, void> {
    return this.database.snapshot(
      async function* (connection) {
        yield* read(connection, await readFeatureSpace(connection, spaceId));
      },
      { signal },
    );
  }

  private async one<T>(
    { spaceId, reader = spaceId, cancellation }: ReadBy,
    find: (connection: Connection, space: FeatureSpace) => Promise<T>,
  ): Promise<T> {
    return await cancellable(cancellation, async (signal) => {
      const admission = await this.admission.enterShort(reader, signal);
      try {
        let found: { readonly value: T } | undefined;
        const read: Read<T> = async function* (connection, space) {
          yield await find(connection, space);
        };
        for await (const value of this.snapshot(spaceId, signal, read)) found = { value };
        if (found === undefined) throw new Error('A snapshot gave nothing.');
        return found.value;
      } finally {
        admission.leave();
      }
    });
  }
}

function readerOf(query: FeatureQuery): Read<readonly TextFeature[]> {
  if (query.sort !== undefined) return (connection, space) => sortedFeatures(connection, space, query);
  const { limit, copies } = query;
  return async function* (connection, space) {
    const search = await indexedSearch(connection, space, query);
    yield* accepted(candidates(connection, search, { by: 'id', limit, copies }), query);
  };
}

async function count(
  connection: Connection,
  space: FeatureSpace,
  { limit, ...criteria }: CountQuery,
): Promise<number> {
  const search = await indexedSearch(connection, space, criteria);
  const most = limit ?? Infinity;
  if (search.isAll) return Math.min(space.head.total, most);
  let sum = await countSure(connection, search, limit);
  if (search.isExact || sum >= most) return sum;
  const found = candidates(connection, search, { by: 'nothing', only: 'unsure' });
  for await (const features of accepted(found, criteria)) {
    sum += features.length;
    if (sum >= most) return most;
  }
  return sum;
}

/** Runs work with a signal that aborts when the cancellation does. */
async function cancellable<T>(
  cancellation: Cancellation | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  cancellation?.addEventListener('abort', abort);
  if (cancellation?.aborted === true) abort();
  try {
    return await work(controller.signal);
  } finally {
    cancellation?.removeEventListener('abort', abort);
  }
}

/** Features of a stream as chunks, up to a limit. */
async function* chunks(
  batches: AsyncIterable<readonly TextFeature[]>,
  { limit = Infinity, at }: { readonly limit: number | undefined; readonly at: ContentVersion | undefined },
): AsyncGenerator<FeatureChunk, void> {
  let left = limit;
  let chunk = new Chunk(at);
  if (left <= 0) return;
  for await (const batch of batches) {
    for (const { id, text } of batch.slice(0, left)) {
      if (!chunk.hasRoomFor(text)) {
        yield chunk.end();
        chunk = new Chunk(at);
      }
      chunk.add(text, id);
    }
    left -= batch.length;
    if (left <= 0) break;
  }
  if (!chunk.isEmpty) yield chunk.end();
}

class Chunk {
  private readonly texts: string[] = [];
  private length = 0;
  private last = '';

  constructor(private readonly at: ContentVersion | undefined) {}

  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  hasRoomFor(text: string): boolean {
    return this.isEmpty || this.length + FEATURE_SEPARATOR.length + text.length <= MAX_CHUNK_LENGTH;
  }

  add(text: string, id: string): void {
    this.length += text.length + (this.isEmpty ? 0 : FEATURE_SEPARATOR.length);
    this.texts.push(text);
    this.last = id;
  }

  end(): FeatureChunk {
    const { texts, last, at } = this;
    return { text: texts.join(FEATURE_SEPARATOR), count: texts.length, last, at };
  }
}
