import { type Geometry, parseWkt } from '@cairn/geometry';
import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';
import { NAMESPACE } from '../content/stored-feature.js';
import { csvText, csvValue, type ReadCsvCell } from './csv-cell.js';
import { type CsvGeometry, GEOMETRY_NAMES, ID, isReserved, KNOWN, OTHERS, PREFIX } from './csv-columns.js';

/** A feature that a row of `CsvTable` has. */
export interface CsvFeature {
  readonly id: string | undefined;
  /** `undefined` if the text is none. */
  readonly geometry: Geometry | null | undefined;
  /** With the tags in the namespace. */
  readonly properties: JsonMembers;
}

/** Reads the rows that `CsvTable` has written. */
export class CsvTableReader {
  private constructor(
    /** The names of the properties that have columns. */
    readonly names: readonly string[],
    private readonly hasOthers: boolean,
    readonly geometry: CsvGeometry,
  ) {}

  /** `undefined` for the header of another table. */
  static of(header: readonly string[]): CsvTableReader | undefined {
    const [id, ...columns] = header;
    if (id !== ID) return undefined;
    for (const geometry of ['wkt', 'coordinates'] as const) {
      const last = [...KNOWN, ...GEOMETRY_NAMES[geometry]];
      const front = columns.slice(0, -last.length);
      if (columns.slice(-last.length).join('\n') !== last.join('\n')) continue;
      const hasOthers = front.at(-1) === OTHERS;
      const names = (hasOthers ? front.slice(0, -1) : front).map((column) => {
        const name = csvText(column);
        const bare = name.slice(PREFIX.length);
        return name.startsWith(PREFIX) && isReserved(bare, GEOMETRY_NAMES[geometry]) ? bare : name;
      });
      return new Set(names).size === names.length
        ? new CsvTableReader(names, hasOthers, geometry)
        : undefined;
    }
    return undefined;
  }

  /** The columns that are no properties, from left to right. */
  get otherColumns(): readonly string[] {
    return [ID, ...KNOWN, ...GEOMETRY_NAMES[this.geometry]];
  }

  feature([idCell, ...cells]: readonly ReadCsvCell[]): CsvFeature {
    const behind = cells.slice(this.names.length);
    const others = this.hasOthers && behind[0] !== undefined ? csvValue(behind[0]) : undefined;
    const [tags, , , , ...place] = this.hasOthers ? behind.slice(1) : behind;
    const own = this.names.flatMap((name, index): [string, Json][] => {
      const value = csvValue(cells[index] ?? NOTHING);
      return value === undefined ? [] : [[name, value]];
    });
    const known = tagsIn(tags);
    return {
      id: idCell === undefined || idCell.text === '' ? undefined : csvText(idCell.text),
      geometry: this.geometryIn(place),
      properties: Object.fromEntries([
        ...own,
        ...(isMembers(others) ? Object.entries(others) : []),
        ...(known.length > 0 ? [[NAMESPACE, { tags: known }] as const] : []),
      ]),
    };
  }

  private geometryIn([first = NOTHING, second = NOTHING]: readonly ReadCsvCell[]): CsvFeature['geometry'] {
    if (first.text === '' && second.text === '') return null;
    if (this.geometry === 'wkt') return parseWkt(first.text);
    const [x = NaN, y = NaN] = [first, second].map(({ text }) => (text.trim() === '' ? NaN : Number(text)));
    return Number.isFinite(x) && Number.isFinite(y) ? { type: 'Point', coordinates: [x, y] } : undefined;
  }
}

const NOTHING: ReadCsvCell = { text: '', isQuoted: false };

function tagsIn(cell: ReadCsvCell = NOTHING): readonly Json[] {
  const value = csvValue(cell);
  return isItems(value)
    ? value
    : csvText(cell.text)
        .split(',')
        .filter((tag) => tag !== '');
}
