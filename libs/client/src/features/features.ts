import type { ExportQuery, ImportProgressView, ImportSummary, PutFeaturesQuery } from '@cairn/api-schema';
import { joined, path, queryText } from '../transport/address.js';
import { linesOf } from '../transport/lines.js';
import { CairnError } from '../transport/cairn-error.js';
import { aborted } from '../transport/retry.js';
import { blobOf, bytesOf, streamOf, type Source } from '../transport/source.js';
import type { CallOptions } from '../transport/transport.js';
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
  /** What the source is made of: a feature on each line (the default), records of RFC 8142, or one FeatureCollection. */
  readonly format?: keyof typeof importTypes | undefined;
  /** What is done where an id comes twice; without it a later feature is written as any other. */
  readonly repeatedIds?: PutFeaturesQuery['repeatedIds'];
  /** What is stored for good, after each chunk of up to 1,000 features, and what failed of it. */
  readonly onProgress?: ((progress: ImportProgressView) => void) | undefined;
  /** How much of the source has gone out. */
  readonly onSent?: ((progress: SendProgress) => void) | undefined;
}

export interface ExportOptions extends FeatureFilters, CallOptions {
  /** Default: `geojson`. */
  readonly format?: ExportQuery['f'];
  /** Of a page of `iterate`: only the features behind it. */
  readonly handle?: string | undefined;
}

/** The features of spaces. */
export class Features extends FeatureWrites {
  /**
   * Stores any number of features, in chunks of one transaction each, without those that are invalid: the summary counts
   * them and lists the first 100. It is sent once. A source is a file, text, bytes, a stream of them, or features one by
   * one; on Node none of them is held as a whole.
   *
   * @throws {CairnError} when it ends early; `import` of the error says what is stored.
   */
  async import(
    spaceId: string,
    source: Source | Iterable<NewFeature> | AsyncIterable<NewFeature>,
    options: ImportOptions = {},
  ): Promise<ImportSummary> {
    const { format = 'ndjson', onProgress, onSent } = options;
    const sent = isSource(source) ? source : linesOfFeatures(source);
    const file = hasXhr() ? await blobOf(sent) : sent;
    const totalInBytes = file instanceof Blob ? file.size : undefined;
    const response = await this.transport.open({
      method: 'POST',
      path: path`/hub/spaces/${spaceId}/features`,
      query: joined(batchQuery(options), queryText({ repeatedIds: options.repeatedIds })),
      headers: { 'Content-Type': importTypes[format], Accept: 'application/x-ndjson' },
      body: (extend) =>
        file instanceof Blob && hasXhr()
          ? file
          : streamOf(counted({ source: file, totalInBytes, onSent, extend })),
      onSent: (sentInBytes) => onSent?.({ sentInBytes, totalInBytes }),
      repeatable: () => 'never',
      options,
    });
    return await summaryOf(response, onProgress).catch((error: unknown) => {
      throw explained(error, options.signal);
    });
  }

  /** Everything, or what meets the conditions, as it is at one moment, while it is read. */
  async export(spaceId: string, options: ExportOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const { format: f, ...others } = options;
    const response = await this.transport.open({
      path: path`/hub/spaces/${spaceId}/export`,
      ...split({ f, ...others }),
    });
    return response.body ?? new Blob([]).stream();
  }

  /** The address of an export, such as for a link. */
  exportAddress(spaceId: string, options: Omit<ExportOptions, keyof CallOptions> = {}): string {
    const { format: f, ...others } = options;
    return this.transport.address(path`/hub/spaces/${spaceId}/export`, featureQuery({ f, ...others }));
  }
}

type Sequence = Iterable<NewFeature> | AsyncIterable<NewFeature>;

function isSource(source: Source | Sequence): source is Source {
  return typeof source === 'string' || source instanceof Uint8Array || source instanceof Blob;
}

/** Features become lines; parts of a stream stay what they are. */
async function* linesOfFeatures(
  items: Sequence | AsyncIterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array | string> {
  for await (const item of items)
    yield typeof item === 'string' || item instanceof Uint8Array ? item : `${JSON.stringify(item)}\n`;
}

interface Counted {
  readonly source: Source;
  readonly totalInBytes: number | undefined;
  readonly onSent: ImportOptions['onSent'];
  readonly extend: () => void;
}

async function* counted({ source, totalInBytes, onSent, extend }: Counted): AsyncGenerator<Uint8Array, void> {
  let sentInBytes = 0;
  for await (const part of bytesOf(source)) {
    yield part;
    extend();
    sentInBytes += part.length;
    onSent?.({ sentInBytes, totalInBytes });
  }
}

/** What breaks while an answer comes tells as little as a browser does. */
function explained(cause: unknown, signal: AbortSignal | undefined): CairnError {
  if (cause instanceof CairnError) return cause;
  if (signal?.aborted === true) return aborted(signal);
  return new CairnError({ kind: 'network', code: 'network', detail: BROKEN, cause });
}

const BROKEN = 'The connection broke before the summary of the import came.';

/** Reads the lines of an import. The last one is its summary. */
async function summaryOf(
  response: Response,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportSummary> {
  let summary: ImportSummary | undefined;
  for await (const line of linesOf(response.body ?? new Blob([]).stream())) {
    const read = JSON.parse(line) as ImportProgressView | ImportSummary;
    if (read.type === 'ImportSummary') summary = read;
    else onProgress?.(read);
  }
  if (summary?.end === 'complete') return summary;
  const { code = 'network', message = BROKEN } = summary?.reason ?? {};
  const kind = summary === undefined ? 'network' : summary.end === 'broken' ? 'invalid' : 'unavailable';
  throw new CairnError({ kind, code, detail: message, import: summary });
}
