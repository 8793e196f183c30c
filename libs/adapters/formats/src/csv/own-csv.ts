import type { FileChoices, FileItem } from '@cairn/spaces';
import { type CsvTableReader, ExactNumber, type Json, type ReadCsvCell } from '@cairn/spaces/spi';
import { Projection } from '../crs/projection.js';
import { WGS_84 } from '../crs/read-crs.js';
import { placed } from '../features/placed.js';
import { rawNumber } from '../features/raw-number.js';

/** A row of cells with the line where it begins. */
export interface OwnRow {
  readonly at: number;
  readonly cells: readonly ReadCsvCell[];
}

/** Features of a table that Cairn has exported, as they were. */
export async function* ownItems(
  rows: AsyncIterable<OwnRow>,
  table: CsvTableReader,
): AsyncGenerator<FileItem, void, undefined> {
  const projection = new Projection(WGS_84);
  let isFirst = true;
  for await (const { at, cells } of rows) {
    if (!isFirst) {
      const { id, geometry, properties } = table.feature(cells);
      if (geometry === undefined) yield { at, reason: 'has no geometry that can be read' };
      else yield placed({ at, id, geometry, properties: plainMembers(properties) }, projection);
    }
    isFirst = false;
  }
}

const COMMA_NUMBER = /^-?\d+,\d+(?:e[+-]?\d+)?$/i;

/** Rows of a table that a spreadsheet has saved again, where numbers have decimal commas. */
export async function* withPoints(rows: AsyncIterable<OwnRow>): AsyncGenerator<OwnRow, void, undefined> {
  for await (const { at, cells } of rows)
    yield {
      at,
      cells: cells.map((cell) =>
        !cell.isQuoted && COMMA_NUMBER.test(cell.text)
          ? { ...cell, text: cell.text.replace(',', '.') }
          : cell,
      ),
    };
}

/** Whether something was chosen that the table does not have by itself. */
export function isReadOtherwise(
  { header, place, crs, columns = {} }: FileChoices,
  table: CsvTableReader,
): boolean {
  const isOtherPlace = place !== undefined && JSON.stringify(place) !== JSON.stringify(placeOf(table));
  const hasTypes = Object.values(columns).some(({ type }) => type !== undefined);
  return header === false || isOtherPlace || hasTypes || (crs !== undefined && crs !== WGS_84.code);
}

export const placeOf = ({ geometry }: CsvTableReader): NonNullable<FileChoices['place']> =>
  geometry === 'wkt'
    ? { kind: 'wkt', column: 'WKT' }
    : { kind: 'coordinates', x: 'longitude', y: 'latitude' };

/** The column with the identifiers. */
export const OWN_CSV_ID = 'id';

/** Its features have the identifiers of that column already. */
export function ownChoices({ id, ...choices }: FileChoices): FileChoices {
  return id === OWN_CSV_ID ? choices : { ...choices, id };
}

function plainMembers(members: Readonly<Record<string, Json>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, plain(value)]));
}

/** With the numbers that a double loses as they were written. */
function plain(value: Json): unknown {
  if (value instanceof ExactNumber) return rawNumber(value.text);
  if (isList(value)) return value.map(plain);
  return typeof value === 'object' && value !== null ? plainMembers({ ...value }) : value;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
