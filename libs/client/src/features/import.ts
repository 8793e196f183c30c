import type { ExportQuery, ImportProgressView, ImportSummary, PutFeaturesQuery } from '@cairn/api-schema';
import { joined, path, queryText } from '../transport/address.js';
import { CairnError } from '../transport/cairn-error.js';
import type { Deadline } from '../transport/deadline.js';
import { jsonLinesOf } from '../transport/lines.js';
import { HeldSource, isInMemory, streamOf, withSource, type Source } from '../transport/source.js';
import type { CallOptions } from '../transport/transport.js';
import { wordFor } from '../transport/word-for.js';
import { hasXhr } from '../transport/xhr.js';
import type { SendProgress } from '../images/upload.js';
import type { NewFeature } from './feature.js';
import { featureQuery, type FeatureFilters } from './filters.js';
import { split } from './reads.js';
import { batchQuery, FeatureWrites, type BatchOptions } from './writes.js';

const importTypes = {
  ndjson: 'application/x-ndjson',
  'geojson-seq': 'application/geo+json-seq',
  geojson: 'application/geo+json',
} as const;

export interface ImportOptions extends Omit<BatchOptions, 'transactional'> {
  /** The format of the source: a feature on each line (the default), records of RFC 8142, or one FeatureCollection. */
  readonly format?: keyof typeof importTypes | undefined;
  /** What happens if an id occurs twice. By default, a later feature is written like any other. */
  readonly repeatedIds?: PutFeaturesQuery['repeatedIds'];
  /** Reports what is stored permanently, after each chunk of up to 1,000 features, and which features failed. */
  readonly onProgress?: ((progress: ImportProgressView) => void) | undefined;
  /** Reports how much of the source was sent. */
  readonly onSent?: ((progress: SendProgress) => void) | undefined;
}

export interface ExportOptions extends FeatureFilters, CallOptions {
  /** Default: `geojson`. */
  readonly format?: ExportQuery['f'];
  /** The handle of a page of `iterate`: exports only the features after that page. */
  readonly handle?: string | undefined;
}

/** The features of spaces. */
export class Features extends FeatureWrites {
  /**
   * Stores any number of features, in chunks of one transaction each. Skips invalid features: the summary counts them
   * and lists the first 100. The source is sent once, without retries. It is a file, text, bytes, a stream of these, or
   * features one by one; on Node none of them is held in memory as a whole.
   *
   * @throws {CairnError} when it ends early; `import` of the error says what is stored.
   */
  async import(
    spaceId: string,
    source: Source | Iterable<NewFeature> | AsyncIterable<NewFeature>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    return await withSource(new HeldSource(source, partOf), (held) => this.send(spaceId, held, options));
  }

  /** All features, or those that meet the conditions, as a stream of one consistent state. */
  async export(spaceId: string, options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const { format: f, ...others } = options;
    const { body } = await this.transport.open({
      path: path`/hub/spaces/${spaceId}/export`,
      ...split({ f, ...others }),
    });
    return body;
  }

  /** The address of an export, for example for a link. */
  exportAddress(spaceId: string, options: Omit<ExportOptions, keyof CallOptions> = {}): string {
    const { format: f, ...others } = options;
    return this.transport.address(path`/hub/spaces/${spaceId}/export`, featureQuery({ f, ...others }));
  }

  private async send(spaceId: string, source: HeldSource, options: ImportOptions): Promise<ImportSummary> {
    const { format = 'ndjson', onProgress, onSent } = options;
    if (!Object.hasOwn(importTypes, format))
      throw new TypeError(`\`format\` must be one of ${Object.keys(importTypes).join(', ')}.`);
    let { sizeInBytes: totalInBytes } = source;
    const { body } = await this.transport.open({
      method: 'POST',
      path: path`/hub/spaces/${spaceId}/features`,
      query: joined(batchQuery(options), queryText({ repeatedIds: options.repeatedIds })),
      headers: { 'Content-Type': importTypes[format], Accept: 'application/x-ndjson' },
      body: async (deadline) => {
        if (!hasXhr())
          return streamOf(counted({ parts: await source.open(deadline), totalInBytes, onSent, deadline }));
        const file = await source.blob(deadline);
        totalInBytes = file.size;
        return file;
      },
      onSent: (sentInBytes) => onSent?.({ sentInBytes, totalInBytes }),
      repeatable: () => 'never',
      options,
    });
    return await summaryOf(body, onProgress);
  }
}

/** Converts features to lines; parts of a stream stay unchanged. */
function partOf(item: unknown): Uint8Array | string {
  if (isInMemory(item)) return item;
  if (typeof item !== 'object' || item === null)
    throw new TypeError(`it gave ${wordFor(item)}, which is no feature`);
  return `${JSON.stringify(item)}\n`;
}

interface Counted {
  readonly parts: AsyncIterable<Uint8Array>;
  readonly totalInBytes: number | undefined;
  readonly onSent: ImportOptions['onSent'];
  readonly deadline: Deadline;
}

async function* counted({
  parts,
  totalInBytes,
  onSent,
  deadline,
}: Counted): AsyncGenerator<Uint8Array, void> {
  let sentInBytes = 0;
  for await (const part of parts) {
    yield part;
    deadline.extend();
    sentInBytes += part.length;
    deadline.tell(() => onSent?.({ sentInBytes, totalInBytes }));
  }
}

const BROKEN = 'The connection broke before the summary of the import came.';

/** Reads the lines of an import. The last one is its summary. */
async function summaryOf(
  body: ReadableStream<Uint8Array>,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportSummary> {
  let summary: ImportSummary | undefined;
  for await (const read of jsonLinesOf<ImportProgressView | ImportSummary>(body, BROKEN))
    if (read.type === 'ImportSummary') summary = read;
    else onProgress?.(read);
  if (summary?.end === 'complete') return summary;
  const { code = 'network', message = BROKEN } = summary?.reason ?? {};
  const kind = summary === undefined ? 'network' : summary.end === 'broken' ? 'invalid' : 'unavailable';
  throw new CairnError({ kind, code, detail: message, import: summary });
}
