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
import { CsvError, parse } from 'csv-parse';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { describeTable, tableItems, type Table } from '../tables/table.js';
import type { TableRow } from '../tables/table-features.js';
import { decoded, findEncoding, parseEncoding } from '../text/encoding.js';

const SNIFFED_CHARACTERS = 65_536;

/** Control characters that no text has: bytes of something else, or of another encoding. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** CSV and TSV (RFC 4180), with any of four separators. */
export class CsvFormat implements FeatureFormat {
  readonly name = 'csv';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await describeTable(this.name, await open(file, choices), choices);
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    yield* tableItems(await open(file, choices), choices);
  }
}

async function open(file: FormatFile, choices: FileChoices): Promise<Table> {
  const encoding =
    choices.encoding === undefined ? await findEncoding(file.path) : parseEncoding(choices.encoding);
  const texts = (): AsyncIterable<string> => decoded(createReadStream(file.path), encoding);
  const beginning = await beginningOf(texts());
  if (NO_TEXT.test(beginning))
    throw new UnreadableFile('The file is no text, and of none of the formats that are read.');
  const separator = choices.separator ?? findSeparator(beginning);
  return { encoding, separator, rows: () => rowsOf(texts(), separator) };
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
): AsyncGenerator<TableRow, void, undefined> {
  const parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: READING_LIMITS.rowLength,
    // Lines end in one way, but files that were put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  const source = Readable.from(texts, { objectMode: false, encoding: 'utf8' });
  source.on('error', (error) => parser.destroy(error));
  try {
    const records: AsyncIterable<CsvRecord> = source.pipe(parser);
    for await (const { record, info } of records) yield rowOf(record, info);
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error) : error;
  } finally {
    source.destroy();
  }
}

/** What csv-parse gives with `info`. */
interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function rowOf(record: readonly string[], { lines }: { readonly lines: number }): TableRow {
  if (record.length > READING_LIMITS.columns)
    throw new FormatLimitExceeded('columns', READING_LIMITS.columns);
  return { at: lines, cells: record };
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
