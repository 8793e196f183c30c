import { InvalidInput } from '@cairn/kernel';
import {
  type FileChoices,
  type FileContent,
  type FileFormat,
  type FileItem,
  type FileLayer,
  FormatLimitExceeded,
  MAX_SAMPLE,
  type Separator,
  UnknownCrs,
  UnreadableFile,
} from '@cairn/spaces';
import { Projection } from '../crs/projection.js';
import { guessCrs } from '../crs/guess-crs.js';
import { type KnownCrs, readCrsCode, shownCrs, WGS_84 } from '../crs/read-crs.js';
import { choiceFor } from '../features/feature-choices.js';
import { untilBroken } from '../features/until-broken.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { parseDegrees } from './degrees.js';
import { findDecimal, parseNumber } from './numbers.js';
import {
  type Cell,
  chosenColumns,
  columnNames,
  findId,
  findPlace,
  isHeader,
  placeNames,
  type SampledColumn,
} from './table-columns.js';
import { isEmptyRow, TableFeatures, type TableReading, type TableRow } from './table-features.js';

/** Rows in a file, and what is known of it without reading them. */
export interface Table {
  readonly encoding?: string | undefined;
  readonly separator?: Separator | undefined;
  readonly layers?: readonly FileLayer[] | undefined;
  readonly layer?: string | undefined;
  /** From the first one on, each time it is called. */
  readonly rows: () => AsyncIterable<TableRow>;
  /** Default: 10,000,000. */
  readonly maxRows?: number | undefined;
}

/** Types, places and identifiers are found in this many rows. */
const SAMPLED_ROWS = 1_000;

interface ReadTable {
  readonly reading: TableReading;
  /** `undefined` if it was not chosen, and the places are not degrees. */
  readonly crs: KnownCrs | undefined;
  readonly hasHeader: boolean;
  readonly count: number | undefined;
}

/** How a table is read with these choices. @throws {InvalidInput} {UnknownCrs} */
async function readingOf(table: Table, choices: FileChoices): Promise<ReadTable> {
  const sample: TableRow[] = [];
  let isWhole = true;
  for await (const row of untilBroken(table.rows(), () => (isWhole = false))) {
    sample.push(row);
    isWhole = sample.length <= SAMPLED_ROWS;
    if (!isWhole) break;
  }
  const [first, ...others] = sample.map(({ cells }) => cells);
  const hasHeader = choices.header ?? (first !== undefined && isHeader(first, others[0]));
  const body = hasHeader || first === undefined ? others : [first, ...others];
  const width = sample.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const head = Array.from({ length: width }, (_, index) => first?.[index] ?? null);
  const columns = columnNames(head, { hasHeader }).map((name, index) => ({
    name,
    cells: filled(body, index),
  }));
  const decimal = choices.decimal ?? findDecimal(textsOf(columns));
  const place = choices.place ?? findPlace(columns);
  if (columns.length < 2 && place.kind === 'none' && choices.place === undefined) throw noTable(columns);
  const id = choices.id === undefined ? findId(columns) : (choices.id ?? undefined);
  const inGeometry = new Set([...placeNames(place), ...(id === undefined ? [] : [id])]);
  const chosen = chosenColumns(columns, choices, { decimal }).map((column) =>
    choiceFor(column.name, choices)?.omit === undefined && inGeometry.has(column.name)
      ? { ...column, omit: true }
      : column,
  );
  assertDistinct(chosen);
  const crs = crsOf(choices, { columns, place, decimal });
  const projection = new Projection(crs ?? WGS_84);
  return {
    reading: { columns: chosen, place, id, decimal, projection },
    crs,
    hasHeader,
    count: isWhole ? body.filter((cells) => !isEmptyRow(cells)).length : undefined,
  };
}

const noTable = ({ length }: readonly SampledColumn[]): UnreadableFile =>
  new UnreadableFile(
    length === 0
      ? 'The table is empty.'
      : 'The file is no table of places: it has one column, without a place in it.',
  );

/** The chosen system, else the one that the first places lie in. */
function crsOf({ crs }: FileChoices, table: PlacedColumns): KnownCrs | undefined {
  const code = crs ?? guessCrs(firstPlaces(table));
  return code === undefined ? undefined : readCrsCode(code);
}

interface PlacedColumns extends Pick<TableReading, 'place' | 'decimal'> {
  readonly columns: readonly SampledColumn[];
}

/** The first two numbers of a text of geometry. */
function firstPosition(text: string): readonly [number, number] | undefined {
  const begin = text.search(/[([][^([]*\d/);
  const [x, y] = text
    .slice(begin, begin + FIRST_CHARACTERS)
    .split(/[^\d.eE+-]+/)
    .filter((part) => part !== '')
    .map(Number);
  return begin < 0 || x === undefined || y === undefined ? undefined : [x, y];
}

const FIRST_CHARACTERS = 200;

/** Where the first rows are. Two coordinates in one cell are always degrees. */
function firstPlaces({ columns, place, decimal }: PlacedColumns): readonly (readonly [number, number])[] {
  const cellsOf = (name: string): readonly Cell[] => columns.find((each) => each.name === name)?.cells ?? [];
  if (place.kind === 'none' || place.kind === 'pair') return [];
  if (place.kind === 'coordinates') {
    const [xs, ys] = [cellsOf(place.x), cellsOf(place.y)].map((cells) =>
      cells.map((cell) =>
        typeof cell === 'number' ? cell : (parseNumber(String(cell), decimal) ?? parseDegrees(String(cell))),
      ),
    );
    return (xs ?? []).flatMap((x, index) => {
      const y = ys?.[index];
      return x === undefined || y === undefined ? [] : [[x, y] as const];
    });
  }
  return cellsOf(place.column).flatMap((cell) => {
    const position = firstPosition(String(cell));
    return position === undefined ? [] : [position];
  });
}

function filled(rows: readonly (readonly Cell[])[], index: number): readonly Cell[] {
  return rows.map((cells) => cells[index] ?? null).filter((cell) => cell !== null && cell !== '');
}

const textsOf = (columns: readonly SampledColumn[]): readonly string[] =>
  columns.flatMap(({ cells }) => cells.filter((cell): cell is string => typeof cell === 'string'));

function assertDistinct(columns: TableReading['columns']): void {
  const taken = new Set<string>();
  for (const { as, omit } of columns) {
    if (omit) continue;
    if (taken.has(as))
      throw InvalidInput.of(
        'repeated-column',
        `Two columns would become the property ${JSON.stringify(as)}.`,
        '/columns',
      );
    taken.add(as);
  }
}

/** What a table has. */
export async function describeTable(
  format: FileFormat,
  table: Table,
  choices: FileChoices,
): Promise<FileContent> {
  const { reading, crs, hasHeader, count } = await readingOf(table, choices);
  const { columns, place, id, decimal } = reading;
  const { encoding, separator, layers, layer } = table;
  const sample: FileItem[] = [];
  const tell = ({ reason }: UnreadableFile): void => void sample.push({ at: sample.at(-1)?.at ?? 1, reason });
  for await (const item of untilBroken(items(table, { reading, hasHeader }), tell)) {
    sample.push(item);
    if (sample.length === MAX_SAMPLE) break;
  }
  return {
    format,
    crs: crs && shownCrs(crs),
    encoding,
    separator,
    decimal,
    header: hasHeader,
    layers,
    layer,
    columns,
    place,
    id,
    count,
    sample,
  };
}

/** The features of a table. */
export async function* tableItems(
  table: Table,
  choices: FileChoices,
): AsyncGenerator<FileItem, void, undefined> {
  const read = await readingOf(table, choices);
  if (read.crs === undefined) throw new UnknownCrs();
  yield* items(table, read);
}

async function* items(
  table: Table,
  { reading, hasHeader }: Pick<ReadTable, 'reading' | 'hasHeader'>,
): AsyncGenerator<FileItem, void, undefined> {
  const { maxRows = READING_LIMITS.rows } = table;
  const features = new TableFeatures(reading);
  let read = 0;
  for await (const row of table.rows()) {
    if (read++ === 0 && hasHeader) continue;
    if (read > maxRows) throw new FormatLimitExceeded('rows', maxRows);
    const item = features.item(row);
    if (item !== undefined) yield item;
  }
}
