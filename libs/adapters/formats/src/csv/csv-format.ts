import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  FormatLimitExceeded,
  type FormatFile,
  type Separator,
  SEPARATORS,
  UnreadableFile,
} from '@cairn/spaces';
import { CsvTableReader, type ReadCsvCell } from '@cairn/spaces/spi';
import { CsvError, parse } from 'csv-parse';
import { WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { describeTable, tableItems, type Table } from '../tables/table.js';
import type { TableRow } from '../tables/table-features.js';
import { decoded, findEncoding, parseEncoding } from '../text/encoding.js';
import {
  isReadOtherwise,
  OWN_CSV_ID,
  ownChoices,
  ownItems,
  type OwnRow,
  placeOf,
  withPoints,
} from './own-csv.js';

const SNIFFED_CHARACTERS = 65_536;

/** Control characters that no text has: bytes of something else, or of another encoding. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** CSV and TSV (RFC 4180), with any of four separators. */
export class CsvFormat implements FeatureFormat {
  readonly name = 'csv';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    const { own, ...table } = await open(file, choices);
    if (own === undefined) return await describeTable(this.name, table, choices);
    const { encoding, separator } = table;
    const read = (): AsyncIterable<FileItem> => ownItems(own.rows(), own.table);
    return await describeItems(this.name, read, {
      choices: ownChoices(choices),
      crs: WGS_84,
      encoding,
      separator,
      decimal: '.',
      header: true,
      place: placeOf(own.table),
      otherColumns: own.table.otherColumns,
      ...(choices.id === undefined && { id: OWN_CSV_ID }),
    });
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    const { own, ...table } = await open(file, choices);
    if (own === undefined) yield* tableItems(table, choices);
    else yield* withChoices(ownItems(own.rows(), own.table), ownChoices(choices));
  }
}

interface OpenedTable extends Table {
  /** If Cairn has written it, and it is to be read as such. */
  readonly own?: { readonly table: CsvTableReader; readonly rows: () => AsyncIterable<OwnRow> };
}

async function open(file: FormatFile, choices: FileChoices): Promise<OpenedTable> {
  const encoding =
    choices.encoding === undefined ? await findEncoding(file.path) : parseEncoding(choices.encoding);
  const texts = (): AsyncIterable<string> => decoded(createReadStream(file.path), encoding);
  const beginning = await beginningOf(texts());
  if (NO_TEXT.test(beginning))
    throw new UnreadableFile('The file is no text, and of none of the formats that are read.');
  const separator = choices.separator ?? findSeparator(beginning);
  const rows = (): AsyncIterable<OwnRow> => rowsOf(texts(), separator);
  const own = await ownTable(rows(), choices);
  const hasCommas = (choices.decimal ?? (separator === ',' ? '.' : ',')) === ',';
  return {
    encoding,
    separator,
    rows: () => plainRows(rows()),
    ...(own !== undefined && { own: { table: own, rows: hasCommas ? () => withPoints(rows()) : rows } }),
  };
}

async function ownTable(
  rows: AsyncIterable<OwnRow>,
  choices: FileChoices,
): Promise<CsvTableReader | undefined> {
  for await (const { cells } of rows) {
    const table = CsvTableReader.of(cells.map(({ text }) => text));
    return table === undefined || isReadOtherwise(choices, table) ? undefined : table;
  }
  return undefined;
}

async function* plainRows(rows: AsyncIterable<OwnRow>): AsyncGenerator<TableRow, void, undefined> {
  for await (const { at, cells } of rows) yield { at, cells: cells.map(({ text }) => text) };
}

/** The separator that gives the first lines the most columns, the same number of them on each. */
function findSeparator(text: string): Separator {
  let best: { readonly separator: Separator; readonly score: number } = { separator: ',', score: 0 };
  for (const separator of SEPARATORS) {
    const counts = countsOf(text, separator);
    const [first = 0] = counts;
    const equal = counts.filter((count) => count === first).length;
    const score = first === 0 ? 0 : (equal / counts.length) * Math.log2(1 + first);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

const SNIFFED_LINES = 100;

/** How often the separator stands outside of quotes on each of the first lines. */
function countsOf(text: string, separator: Separator): readonly number[] {
  const counts: number[] = [];
  let [count, isQuoted, isEmpty] = [0, false, true];
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === separator) count++;
    else if (character === '\n') {
      if (!isEmpty) counts.push(count);
      [count, isEmpty] = [0, true];
      if (counts.length === SNIFFED_LINES) return counts;
      continue;
    }
    if (character !== '\r') isEmpty = false;
  }
  // The last line may be cut off.
  return counts.length > 0 || isEmpty ? counts : [count];
}

async function beginningOf(texts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of texts) {
    text += part;
    if (text.length >= SNIFFED_CHARACTERS) break;
  }
  return text;
}

async function* rowsOf(
  texts: AsyncIterable<string>,
  separator: Separator,
): AsyncGenerator<OwnRow, void, undefined> {
  const parser = parse({
    delimiter: separator,
    cast: (text, { quoting }) => ({ text, isQuoted: quoting }),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: READING_LIMITS.rowLength,
    // Lines end in one way, but files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  const lines = new RowLines();
  const source = Readable.from(texts, { objectMode: false, encoding: 'utf8' });
  source.on('error', (error) => parser.destroy(error));
  try {
    const records: AsyncIterable<CsvRecord> = source.pipe(parser);
    for await (const { record, info } of records) {
      assertFits(record);
      yield { at: lines.beginOf(record, info), cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error) : error;
  } finally {
    source.destroy();
  }
}

/** What csv-parse gives with `info`. */
interface CsvRecord {
  readonly record: readonly ReadCsvCell[];
  readonly info: { readonly lines: number };
}

function assertFits({ length }: readonly ReadCsvCell[]): void {
  if (length > READING_LIMITS.columns) throw new FormatLimitExceeded('columns', READING_LIMITS.columns);
}

/** Where rows begin: the parser tells where they end, and counts a CR and a line feed in quotes as two lines. */
class RowLines {
  private counted = 0;

  beginOf(record: readonly ReadCsvCell[], { lines }: CsvRecord['info']): number {
    const breaks = record.flatMap(({ text, isQuoted }) => (isQuoted ? (text.match(/\r\n?|\n/g) ?? []) : []));
    const characters = breaks.reduce((sum, { length }) => sum + length, 0);
    const begin = lines - characters - this.counted;
    this.counted += characters - breaks.length;
    return begin;
  }
}

function csvFault(error: CsvError): Error {
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FormatLimitExceeded('bytes in one row', READING_LIMITS.rowLength);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFile(`A quote that begins in line ${String(error['lines'])} is not closed.`, {
      cause: error,
    });
  return new UnreadableFile(`The file is no CSV (${error.message}).`, { cause: error });
}
