import type { ImportProgressView, ImportSummary } from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import type { Query } from '../calls/route.js';
import { CairnError } from '../transport/cairn-error.js';
import { jsonLinesOf } from '../transport/lines.js';
import { HeldSource, isInMemory, withSource, type SendProgress, type Source } from '../transport/source.js';
import { sourceBody } from '../transport/source-body.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { wordFor } from '../transport/word-for.js';
import type { NewFeature } from './feature.js';

const importTypes = {
  ndjson: 'application/x-ndjson',
  'geojson-seq': 'application/geo+json-seq',
  geojson: 'application/geo+json',
} as const;

/** What happens to features that exist, do not exist, or have changed since they were read. */
export interface WriteRules {
  /** Default: `replace`; `patch` merges objects. */
  readonly ifExists?: Writing['e'];
  /** Default: `create`. */
  readonly ifMissing?: Writing['ne'];
  /** With `ifExists: 'merge'`. Default: `error`. */
  readonly onConflict?: Writing['cr'];
}

type Writing = Query<'POST /hub/spaces/{spaceId}/features'>;

export type BatchOptions = Pick<
  Writing,
  'prefixId' | 'transactional' | 'conflictDetection' | 'addTags' | 'removeTags'
> &
  WriteRules &
  CallOptions;

export interface ImportOptions extends Omit<BatchOptions, 'transactional'> {
  /** The format of the source: a feature on each line (the default), records of RFC 8142, or one FeatureCollection. */
  readonly format?: keyof typeof importTypes | undefined;
  /** What happens if an id occurs twice. By default, a later feature is written like any other. */
  readonly repeatedIds?: Writing['repeatedIds'];
  /** Reports what is stored permanently, after each chunk of up to 1,000 features, and which features failed. */
  readonly onProgress?: ((progress: ImportProgressView) => void) | undefined;
  /** Reports how much of the source was sent. */
  readonly onSent?: ((progress: SendProgress) => void) | undefined;
}

/** Sends the source of an import, and reads what is told of it. */
export async function importFeatures(
  transport: Transport,
  spaceId: string,
  given: Source | Iterable<NewFeature> | AsyncIterable<NewFeature>,
  options: ImportOptions,
): Promise<ImportSummary> {
  return await withSource(new HeldSource(given, partOf), async (source) => {
    const { format = 'ndjson', onProgress, onSent } = options;
    if (!Object.hasOwn(importTypes, format))
      throw new TypeError(`\`format\` must be one of ${Object.keys(importTypes).join(', ')}.`);
    const call = callOf('POST /hub/spaces/{spaceId}/features', {
      params: { spaceId },
      query: { ...batchQuery(options), repeatedIds: options.repeatedIds },
      headers: { 'Content-Type': importTypes[format], Accept: 'application/x-ndjson' },
      idempotencyKey: false,
    });
    const { body } = await transport.open({
      ...call,
      ...sourceBody(source, onSent),
      repeatable: 'never',
      options,
    });
    return await summaryOf(body, onProgress);
  });
}

/** The query of a write of many features. */
export function batchQuery(options: BatchOptions): object {
  const { ifExists: e = 'replace', ifMissing: ne, onConflict: cr, addTags, removeTags } = options;
  const { prefixId, transactional, conflictDetection } = options;
  return { e, ne, cr, addTags, removeTags, prefixId, transactional, conflictDetection };
}

/** Converts features to lines; parts of a stream stay unchanged. */
function partOf(item: unknown): Uint8Array | string {
  if (isInMemory(item)) return item;
  if (typeof item !== 'object' || item === null)
    throw new TypeError(`it gave ${wordFor(item)}, which is no feature`);
  return `${JSON.stringify(item)}\n`;
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
