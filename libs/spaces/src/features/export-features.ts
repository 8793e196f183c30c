import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { featurePieces, FEATURE_SEPARATOR } from './content/stored-feature.js';
import {
  type CsvOptions,
  type CsvProperties,
  type CsvRows,
  csvRows,
  CsvTable,
} from './exporting/csv-table.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, type FeatureChunk, FeatureStore } from './feature-store.js';
import type { FeatureCriteria } from './searching/feature-query.js';
import { parseCriteria } from './searching/parse-criteria.js';
import type { ContentHead } from './writing/content-head.js';

const RECORD_SEPARATOR = '\x1e';

const framings: Readonly<Record<JsonFormat, Framing>> = {
  geojson: {
    start: '{"type":"FeatureCollection","features":[\n',
    between: FEATURE_SEPARATOR,
    end: '\n]}\n',
    none: '{"type":"FeatureCollection","features":[]}\n',
  },
  'geojson-seq': { start: RECORD_SEPARATOR, between: `\n${RECORD_SEPARATOR}`, end: '\n', none: '' },
  ndjson: { start: '', between: '\n', end: '\n', none: '' },
};

/** Rows of CSV. `rows` can make them where that does not block others. */
interface CsvFormat extends Partial<CsvOptions> {
  readonly kind: 'csv';
  readonly rows?: CsvRows | undefined;
}

/** Maximum text that becomes rows at once, in UTF-16 code units. */
const PIECE_LENGTH = 16_384;

/** Features as a GeoJSON FeatureCollection, in parts. */
export const asGeoJson = (chunks: AsyncIterable<Pick<FeatureChunk, 'text'>>): AsyncIterable<string> =>
  framed(chunks, framings.geojson);

/** Which features are exported, and how they are written. */
export interface FeatureExport extends FeatureCriteria {
  readonly format: JsonFormat | CsvFormat;
  /** Only features with greater ids, to continue after an export that was cut off. */
  readonly after?: string | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** Exports the features of a space, as they are at one moment, as one text in parts. */
export class ExportFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ExportFeatures.ports>) {}

  /**
   * By ascending id. Holds one part at a time. A cancelled export ends like one of fewer features.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput}
   */
  async execute(caller: Caller, spaceId: string, wanted: FeatureExport): Promise<AsyncIterable<string>> {
    const { spaces, features } = this.ports;
    const { format, after, cancellation } = wanted;
    const query = { ...parseCriteria(wanted), reader: holderOf(caller), after };
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    const chunks = features.query(spaceId, query, cancellation);
    if (typeof format === 'string') return framed(chunks, framings[format]);
    const { geometry = 'wkt', formulas = 'escaped', rows = csvRows } = format;
    return asCsv(chunks, () => features.statistics(spaceId), { options: { geometry, formulas }, rows });
  }
}

/**
 * The columns are the properties that the space has counted before and after the features are read. If the space may
 * not have counted all properties, or was written to in between, there is a column for others.
 */
async function* asCsv(
  chunks: AsyncIterable<FeatureChunk>,
  head: () => Promise<ContentHead>,
  { options, rows }: { readonly options: CsvOptions; readonly rows: CsvRows },
): AsyncGenerator<string, void, undefined> {
  const before = await head();
  let properties: CsvProperties | undefined;
  for await (const { text } of chunks) {
    if (properties === undefined) {
      properties = propertiesOf(before, await head());
      yield new CsvTable(properties, options).header();
    }
    for (const piece of featurePieces(text, PIECE_LENGTH)) yield await rows(piece, properties, options);
  }
  if (properties === undefined) yield new CsvTable(propertiesOf(before, before), options).header();
}

function propertiesOf(before: ContentHead, after: ContentHead): CsvProperties {
  const counted = [...before.summary.properties, ...after.summary.properties].map(({ name }) => name);
  const isComplete = before.version === after.version && before.summary.isExact;
  return { names: [...new Set(counted)], mayHaveOthers: !isComplete };
}

/** How exported features are written, CSV aside: `geojson-seq` is RFC 8142, `ndjson` a feature on each line. */
type JsonFormat = 'geojson' | 'geojson-seq' | 'ndjson';

/** The text before the features, between two of them, and after them. */
interface Framing {
  readonly start: string;
  readonly between: string;
  readonly end: string;
  /** The text if there are no features. */
  readonly none: string;
}

/**
 * Puts the texts of chunks into their frame. The text of a feature has no line feed, so every separator that is found
 * is one between features.
 */
async function* framed(
  chunks: AsyncIterable<{ readonly text: string }>,
  { start, between, end, none }: Framing,
): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  for await (const { text } of chunks) {
    const joined = between === FEATURE_SEPARATOR ? text : text.replaceAll(FEATURE_SEPARATOR, between);
    yield `${isFirst ? start : between}${joined}`;
    isFirst = false;
  }
  yield isFirst ? none : end;
}
