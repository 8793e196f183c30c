import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { InvalidInput } from '@cairn/kernel';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  FormatLimitExceeded,
  type FormatFile,
  type PlaceColumns,
  UnreadableFile,
} from '@cairn/spaces';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { ZipArchive } from '../archive/zip-archive.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { describeTable, type Table, tableItems } from '../tables/table.js';
import type { Cell } from '../tables/table-columns.js';
import type { TableRow } from '../tables/table-features.js';
import { decoded } from '../text/encoding.js';
import { xmlEvents } from '../xml/xml-events.js';

/** Sheets of Excel 2007 and later (ECMA-376), with the values that formulas had when the file was saved. */
export class XlsxFormat implements FeatureFormat {
  readonly name = 'xlsx';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    return await describeTable(this.name, await open(file, choices), choices);
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    yield* tableItems(await open(file, choices), choices);
  }
}

async function open({ path }: FormatFile, { layer: wanted }: FileChoices): Promise<Table> {
  const names = await sheetsOf(path);
  const layer = wanted ?? (await likelySheet(path, names));
  if (layer === undefined) throw new UnreadableFile('The file has no sheet.');
  if (!names.includes(layer))
    throw InvalidInput.of(
      'unknown-layer',
      `There is no sheet ${JSON.stringify(layer)} in the file.`,
      '/layer',
    );
  return { layers: names.map((name) => ({ name })), layer, rows: () => rowsOf(path, layer) };
}

/** Looking at a sheet takes reading all texts of the workbook. */
const SHEETS_LOOKED_AT = 10;

/** The first sheet with places, else the first table: notes and cover sheets often come before. */
async function likelySheet(path: string, names: readonly string[]): Promise<string | undefined> {
  const [first] = names;
  if (names.length < 2) return first;
  let table: string | undefined;
  for (const name of names.slice(0, SHEETS_LOOKED_AT)) {
    const kind = await placeKindOf(path, name);
    if (kind !== undefined && kind !== 'none') return name;
    if (kind !== undefined) table ??= name;
  }
  return table ?? first;
}

/** `undefined` if the sheet is no table. */
async function placeKindOf(path: string, name: string): Promise<PlaceColumns['kind'] | undefined> {
  try {
    const { place } = await describeTable('xlsx', { rows: () => rowsOf(path, name) }, {});
    return place?.kind;
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

/** The names of the sheets. Opening the archive checks what comes out of it, before anything does. */
async function sheetsOf(path: string): Promise<readonly string[]> {
  const archive = await ZipArchive.open(path);
  try {
    const workbook = archive.names.find((name) => /(?:^|\/)workbook\.xml$/i.test(name));
    if (workbook === undefined) throw new UnreadableFile('The file is no XLSX: it has no workbook.');
    const texts = archive.names.find((name) => /(?:^|\/)sharedStrings\.xml$/i.test(name));
    if (texts !== undefined && archive.sizeOf(texts) > READING_LIMITS.sharedTextBytes)
      throw new FormatLimitExceeded('bytes of shared texts', READING_LIMITS.sharedTextBytes);
    const names: string[] = [];
    for await (const event of xmlEvents(decoded(await archive.read(workbook), 'utf-8')))
      if (event.kind === 'open' && event.name === 'sheet') names.push(event.attributes.get('name') ?? '');
    archive.assertSound();
    return names;
  } finally {
    archive.close();
  }
}

async function* rowsOf(path: string, sheet: string): AsyncGenerator<TableRow, void, undefined> {
  const source = createReadStream(path);
  try {
    const input: ReadableStream<Uint8Array> = Readable.toWeb(source);
    const rows = streamXlsxRows(input, {
      sheet,
      maxRows: READING_LIMITS.rows + 2, // one more than are taken, so that it shows
      maxInputBytes: READING_LIMITS.sizeInBytes,
    });
    for await (const { index, values } of rows) yield { at: index + 1, cells: cellsOf(values) };
  } catch (error) {
    if (error instanceof FormatLimitExceeded) throw error;
    throw new UnreadableFile(`The file is no XLSX (${error instanceof Error ? error.message : 'unknown'}).`, {
      cause: error,
    });
  } finally {
    source.destroy();
  }
}

function cellsOf(values: readonly CellValue[]): readonly Cell[] {
  let { length } = values;
  while (length > 0 && (values[length - 1] ?? '') === '') length--;
  if (length > READING_LIMITS.columns) throw new FormatLimitExceeded('columns', READING_LIMITS.columns);
  return Array.from({ length }, (_, index) => cellOf(values[index] ?? null));
}

const MIDNIGHT = 'T00:00:00.000Z';

/** Excel has dates without a zone: those at midnight are days, others are times of a clock somewhere. */
function cellOf(value: CellValue): Cell {
  if (!(value instanceof Date)) return value;
  if (Number.isNaN(value.getTime())) return null;
  const text = value.toISOString();
  return text.endsWith(MIDNIGHT) ? text.slice(0, 10) : text.slice(0, 19);
}
