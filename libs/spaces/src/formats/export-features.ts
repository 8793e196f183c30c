import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { featurePieces, FEATURE_SEPARATOR, NAMESPACE } from '../features/content/stored-feature.js';
import {
  type CsvOptions,
  type CsvProperties,
  type CsvRows,
  csvRows,
  CsvTable,
} from '../features/exporting/csv-table.js';
import { assertMayUse } from '../features/feature-access.js';
import { type Cancellation, type FeatureChunk, FeatureStore } from '../features/feature-store.js';
import type { FeatureCriteria } from '../features/searching/feature-query.js';
import { parseCriteria } from '../features/searching/parse-criteria.js';
import { type FeatureShaping, shapeFeatures } from '../features/shaping/shape-feature.js';
import type { ContentHead } from '../features/writing/content-head.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { FeatureFiles } from './feature-files.js';
import type { WrittenFormat } from './file-choices.js';
import { FormatsNotInstalled } from './format-errors.js';

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

/** A file that `FeatureFiles` writes. */
interface WrittenFile {
  readonly kind: 'file';
  readonly format: WrittenFormat;
}

/** Maximum text that becomes rows at once, in UTF-16 code units. */
const PIECE_LENGTH = 16_384;

/** Features as a GeoJSON FeatureCollection, in parts. */
export const asGeoJson = (chunks: AsyncIterable<Pick<FeatureChunk, 'text'>>): AsyncIterable<string> =>
  framed(chunks, framings.geojson);

/** Which features are exported, and how they are written. */
export interface FeatureExport extends FeatureCriteria {
  readonly format: JsonFormat | CsvFormat | WrittenFile;
  /** Only these properties, besides the data that the service adds; all if absent. */
  readonly fields?: readonly string[] | undefined;
  /** Whether features have the data that the service adds; it is always `shown` without `fields`. Default: `shown`. */
  readonly known?: 'shown' | 'omitted' | undefined;
  /** Names what is in a written file. Default: the title of the space. */
  readonly title?: string | undefined;
  /** Makes what leaves out the others, where that does not block others. */
  readonly shaper?: ((shaping: FeatureShaping) => Shape) | undefined;
  /** Only features with greater ids, to continue after an export that was cut off. */
  readonly after?: string | undefined;
  readonly cancellation?: Cancellation | undefined;
}

/** An export as text. */
type TextExport = FeatureExport & { readonly format: JsonFormat | CsvFormat };

/** Shapes the texts of features, joined as the store gives them. */
type Shape = (texts: string) => string | Promise<string>;

/** Exports the features of a space, as they are at one moment, as one text or file in parts. */
export class ExportFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore, files: FeatureFiles };

  /** Without `files`, texts are all that can be exported. */
  constructor(
    private readonly ports: Omit<PortsOf<typeof ExportFeatures.ports>, 'files'> & {
      readonly files?: FeatureFiles | undefined;
    },
  ) {}

  /**
   * By ascending id. Holds one part at a time. A cancelled export ends like one of fewer features.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} {FormatsNotInstalled}
   */
  async execute(caller: Caller, spaceId: string, wanted: TextExport): Promise<AsyncIterable<string>>;
  /** A file is bytes. */
  async execute(
    caller: Caller,
    spaceId: string,
    wanted: FeatureExport,
  ): Promise<AsyncIterable<string | Uint8Array>>;
  async execute(
    caller: Caller,
    spaceId: string,
    wanted: FeatureExport,
  ): Promise<AsyncIterable<string | Uint8Array>> {
    const { spaces, features, files } = this.ports;
    const { format, after, cancellation, fields, known, shaper = shaperHere } = wanted;
    const holder = holderOf(caller);
    const query = { ...parseCriteria(wanted), reader: holder, after };
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    const stored = features.query(spaceId, query, cancellation);
    if (typeof format === 'object' && format.kind === 'csv') {
      const { geometry = 'wkt', formulas = 'escaped', rows = csvRows } = format;
      const options = { geometry, formulas };
      return asCsv(stored, () => features.statistics(spaceId), { options, rows, fields, known });
    }
    const chunks =
      fields === undefined ? stored : shaped(stored, shaper({ selection: selectionOf(fields, known) }));
    if (typeof format === 'string') return framed(chunks, framings[format]);
    if (files === undefined) throw new FormatsNotInstalled();
    const lines = framed(chunks, framings.ndjson);
    const { title = space.title } = wanted;
    return files.write(lines, { format: format.format, title, holder, cancellation });
  }
}

const shaperHere =
  (shaping: FeatureShaping): Shape =>
  (texts) =>
    shapeFeatures(texts, shaping);

const selectionOf = (
  fields: readonly string[],
  known: FeatureExport['known'],
): NonNullable<FeatureShaping['selection']> => ({
  paths: [...fields, ...(known === 'omitted' ? [] : [NAMESPACE])].map((name) => ['properties', name]),
  geometry: 'shown',
});

async function* shaped(
  chunks: AsyncIterable<Pick<FeatureChunk, 'text'>>,
  shape: Shape,
): AsyncGenerator<Pick<FeatureChunk, 'text'>, void, undefined> {
  for await (const { text } of chunks) yield { text: await shape(text) };
}

/**
 * The columns are the properties that the space has counted before and after the features are read. If the space may
 * not have counted all properties, or was written to in between, there is a column for others.
 */
async function* asCsv(
  chunks: AsyncIterable<FeatureChunk>,
  head: () => Promise<ContentHead>,
  {
    options,
    rows,
    fields,
    known,
  }: Pick<FeatureExport, 'fields' | 'known'> & { readonly options: CsvOptions; readonly rows: CsvRows },
): AsyncGenerator<string, void, undefined> {
  const before = await head();
  const columnsOf = (after: ContentHead): CsvProperties => ({
    ...propertiesOf(before, after, fields),
    known: fields && known,
  });
  let properties: CsvProperties | undefined;
  for await (const { text } of chunks) {
    if (properties === undefined) {
      properties = columnsOf(await head());
      yield new CsvTable(properties, options).header();
    }
    for (const piece of featurePieces(text, PIECE_LENGTH)) yield await rows(piece, properties, options);
  }
  if (properties === undefined) yield new CsvTable(columnsOf(before), options).header();
}

function propertiesOf(
  before: ContentHead,
  after: ContentHead,
  fields: readonly string[] | undefined,
): CsvProperties {
  const counted = [...before.summary.properties, ...after.summary.properties];
  const isComplete = before.version === after.version && before.summary.isExact;
  const names = new Set(fields ?? counted.map(({ name }) => name));
  return {
    names: [...names],
    mayHaveOthers: fields === undefined && !isComplete,
    mayBeNull: !isComplete || counted.some(({ name, type }) => type === 'null' && names.has(name)),
  };
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
