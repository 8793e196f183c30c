import type { FileColumn, FileFeature, FileGeometry, FileItem, PlaceColumns } from '@cairn/spaces';
import { parseWkt } from '@cairn/geometry';
import { type Projection, UnreadablePlace } from '../crs/projection.js';
import { geometryOf } from '../features/geometry-of.js';
import { parseDegrees, parsePair } from './degrees.js';
import { parseNumber } from './numbers.js';
import type { Cell } from './table-columns.js';

/** How the rows of a table are read. */
export interface TableReading {
  readonly columns: readonly FileColumn[];
  readonly place: PlaceColumns;
  /** The name of the column with identifiers. */
  readonly id?: string | undefined;
  readonly decimal: '.' | ',';
  readonly projection: Projection;
}

/** A row with its place in the file, from 1: the line where it begins, or the number of the row. */
export interface TableRow {
  readonly at: number;
  readonly cells: readonly Cell[];
}

/** Rows without any value are left out. */
export const isEmptyRow = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell === null || cell === '');

/** Makes features of the rows of a table. */
export class TableFeatures {
  private readonly indexes: ReadonlyMap<string, number>;

  constructor(private readonly reading: TableReading) {
    this.indexes = new Map(reading.columns.map(({ name }, index) => [name, index]));
  }

  /** Nothing for a row of empty cells. */
  item({ at, cells }: TableRow): FileItem | undefined {
    if (isEmptyRow(cells)) return undefined;
    try {
      const geometry = this.geometry(cells);
      return {
        at,
        feature: { type: 'Feature', ...this.id(cells), geometry, properties: this.properties(cells) },
      };
    } catch (error) {
      if (error instanceof UnreadablePlace) return { at, reason: error.message };
      throw error;
    }
  }

  private id(cells: readonly Cell[]): Pick<FileFeature, 'id'> {
    const { id } = this.reading;
    const cell = id === undefined ? null : this.cell(cells, id);
    return cell === null || cell === '' ? {} : { id: String(cell) };
  }

  private properties(cells: readonly Cell[]): FileFeature['properties'] {
    const properties: Record<string, unknown> = {};
    for (const [index, column] of this.reading.columns.entries()) {
      const cell = cells[index] ?? null;
      if (column.omit || cell === null || cell === '') continue;
      // Not by assignment: a column may be named `__proto__`.
      Object.defineProperty(properties, column.as, {
        value: this.value(cell, column),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return properties;
  }

  /** What is not of the type of its column stays a text. */
  private value(cell: Cell, { type }: FileColumn): unknown {
    if (type === 'text') return typeof cell === 'string' ? cell : String(cell);
    if (typeof cell !== 'string') return cell;
    if (type === 'number') return parseNumber(cell, this.reading.decimal) ?? cell;
    if (type === 'boolean') return booleanOf(cell) ?? cell;
    return jsonOf(cell) ?? cell;
  }

  private geometry(cells: readonly Cell[]): FileGeometry | null {
    const { place, projection } = this.reading;
    switch (place.kind) {
      case 'none':
        return null;
      case 'coordinates': {
        const [x, y] = [this.cell(cells, place.x), this.cell(cells, place.y)];
        if (isEmpty(x) && isEmpty(y)) return null;
        const coordinates = [this.coordinate(x, place.x), this.coordinate(y, place.y)];
        return { type: 'Point', coordinates: located(place.x, () => projection.position(coordinates)) };
      }
      case 'pair': {
        const cell = this.cell(cells, place.column);
        if (isEmpty(cell)) return null;
        const pair = parsePair(String(cell));
        if (pair === undefined) throw unreadable(place.column, cell, 'is not two coordinates');
        const coordinates = place.order === 'lat-lon' ? pair.toReversed() : pair;
        return { type: 'Point', coordinates: located(place.column, () => projection.position(coordinates)) };
      }
      case 'wkt':
      case 'geojson': {
        const cell = this.cell(cells, place.column);
        if (isEmpty(cell)) return null;
        const found = place.kind === 'wkt' ? wktOf(String(cell)) : geometryOf(jsonOf(String(cell)));
        if (found === 'empty') return null;
        if (found === undefined)
          throw unreadable(place.column, cell, `is no ${place.kind === 'wkt' ? 'WKT' : 'GeoJSON geometry'}`);
        return located(place.column, () => projection.geometry(found));
      }
    }
  }

  private cell(cells: readonly Cell[], name: string): Cell {
    return cells[this.indexes.get(name) ?? -1] ?? null;
  }

  private coordinate(cell: Cell, column: string): number {
    const value = typeof cell === 'number' ? cell : this.parseCoordinate(String(cell ?? ''));
    if (value === undefined) throw unreadable(column, cell, 'is no coordinate');
    return value;
  }

  private parseCoordinate(text: string): number | undefined {
    const { decimal, projection } = this.reading;
    const number = text.trim() === '' ? undefined : parseNumber(text, decimal);
    return number ?? (projection.crs.isGeographic ? parseDegrees(text) : undefined);
  }
}

const isEmpty = (cell: Cell): boolean => cell === null || cell === '';
const SHOWN = 60;

const unreadable = (column: string, cell: Cell, what: string): UnreadablePlace =>
  new UnreadablePlace(`${column}: ${JSON.stringify(String(cell ?? '').slice(0, SHOWN))} ${what}`);

/** Names the column in what is wrong with a place. */
function located<T>(column: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadablePlace ? new UnreadablePlace(`${column}: ${error.message}`) : error;
  }
}

function booleanOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wktOf(text: string): FileGeometry | 'empty' | undefined {
  return text.trimEnd().toUpperCase().endsWith('EMPTY') ? 'empty' : parseWkt(text);
}
