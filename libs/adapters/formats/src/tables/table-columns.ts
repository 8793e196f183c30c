import { InvalidInput } from '@cairn/kernel';
import type { ColumnType, FileChoices, FileColumn, PlaceColumns } from '@cairn/spaces';
import { parsePair } from './degrees.js';
import { isPlainNumber } from './numbers.js';

/** A cell as its file has it. Texts of CSV say whether they were quoted. */
export type Cell = string | number | boolean | null;

/** A column with the first of its cells that are not empty. */
export interface SampledColumn {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** The names of columns: those of the first row, or `column 1`; a name that comes twice gets a number. */
export function columnNames(
  first: readonly Cell[],
  { hasHeader }: { readonly hasHeader: boolean },
): readonly string[] {
  const taken = new Set<string>();
  return first.map((cell, index) => {
    const wanted = hasHeader && cell !== null ? String(cell).trim() : '';
    const base = wanted === '' ? `column ${index + 1}` : wanted;
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base} ${number}`;
    taken.add(name);
    return name;
  });
}

/** Whether the first row has names: texts that are no numbers, each of them once. */
export function isHeader(first: readonly Cell[], next: readonly Cell[] = []): boolean {
  const texts = first.filter((cell) => cell !== null && cell !== '');
  if (texts.some((cell) => typeof cell !== 'string' || isPlainNumber(cell, '.') || isPlainNumber(cell, ',')))
    return false;
  return texts.length > 0 && texts.length >= next.length / 2;
}

/** What all cells of a sample are. */
export function findType(cells: readonly Cell[], decimal: '.' | ','): ColumnType {
  if (cells.length === 0) return 'text';
  if (
    cells.every(
      (cell) => typeof cell === 'number' || (typeof cell === 'string' && isPlainNumber(cell, decimal)),
    )
  )
    return 'number';
  if (cells.every((cell) => typeof cell === 'boolean' || cell === 'true' || cell === 'false'))
    return 'boolean';
  return 'text';
}

/** Names of the two columns, which belong together: a table may have an `n` that is no northing. */
const PAIRS: readonly (readonly [x: RegExp, y: RegExp])[] = [
  [
    /^(?:lon|lng|long|longitude|längengrad|laenge|länge|longitud|longitudine|decimallongitude)$/i,
    /^(?:lat|latitude|breitengrad|breite|latitud|latitudine|decimallatitude)$/i,
  ],
  [
    /^(?:x|x_?coord(?:inate)?|coord_?x|x_?koord|point_?x|geo_?x)$/i,
    /^(?:y|y_?coord(?:inate)?|coord_?y|y_?koord|point_?y|geo_?y)$/i,
  ],
  [/^(?:e|e_?koord|east|easting|ost|ostwert)$/i, /^(?:n|n_?koord|north|northing|nord|nordwert)$/i],
  [/^rechtswert$/i, /^hochwert$/i],
];
const WKT_NAMES = /^(?:wkt|geom|geometry|the_geom|geometrie|wkt_?geom|shape|geo_?shape)$/i;
const PAIR_NAMES =
  /^(?:lat\w*[ _,/]lon\w*|lon\w*[ _,/]lat\w*|lat_?l(?:ng|on)|coordinates?|coords?|koordinaten|location|position|geo_?point(?:_2d)?|gps|coordonn[ée]es)$/i;
const ID_NAMES = /^(?:id|fid|gid|uuid|guid|objectid|identifier|ogc_fid)$/i;
const WKT_TEXT = /^(?:SRID=\d+;)?(?:POINT|LINESTRING|POLYGON|MULTI[A-Z]+|GEOMETRYCOLLECTION)\b/i;
const GEOJSON_TEXT = /^\{[^]*"(?:coordinates|geometries)"/;

/** Names are compared without what stands in brackets, such as a unit. */
const plain = (name: string): string => (name.split(/[([]/, 1)[0] ?? '').trim();

/** The columns of place: by what is in the cells, then by their names. */
export function findPlace(columns: readonly SampledColumn[]): PlaceColumns {
  const texts = ({ cells }: SampledColumn): readonly string[] =>
    cells.filter((cell): cell is string => typeof cell === 'string');
  const filled = columns.filter(({ cells }) => cells.length > 0);
  for (const [kind, pattern] of [
    ['wkt', WKT_TEXT],
    ['geojson', GEOJSON_TEXT],
  ] as const) {
    const found = filled.filter(
      (column) => texts(column).length > 0 && texts(column).every((text) => pattern.test(text.trimStart())),
    );
    const named = found.find(({ name }) => WKT_NAMES.test(plain(name))) ?? found[0];
    if (named !== undefined) return { kind, column: named.name };
  }
  for (const names of PAIRS) {
    const [x, y] = names.map((pattern) => columns.find(({ name }) => pattern.test(plain(name))));
    if (x !== undefined && y !== undefined) return { kind: 'coordinates', x: x.name, y: y.name };
  }
  const pair = filled.find(
    (column) =>
      PAIR_NAMES.test(plain(column.name)) &&
      texts(column).length > 0 &&
      texts(column).every((text) => parsePair(text)),
  );
  if (pair === undefined) return { kind: 'none' };
  const isLonFirst = /^lon/i.test(pair.name);
  return { kind: 'pair', column: pair.name, order: isLonFirst ? 'lon-lat' : 'lat-lon' };
}

export const findId = (columns: readonly SampledColumn[]): string | undefined =>
  columns.find(({ name, cells }) => ID_NAMES.test(name) && new Set(cells.map(String)).size === cells.length)
    ?.name;

/** The columns with what was chosen for them. @throws {InvalidInput} for a choice about a column that is not there. */
export function chosenColumns(
  columns: readonly SampledColumn[],
  { columns: choices = {}, place, id }: FileChoices,
  { decimal }: { readonly decimal: '.' | ',' },
): readonly FileColumn[] {
  const names = new Set(columns.map(({ name }) => name));
  const chosen: readonly (readonly [pointer: string, name: string])[] = [
    ...Object.keys(choices).map((name) => [`/columns/${escaped(name)}`, name] as const),
    ...(place === undefined ? [] : placeNames(place)).map((name) => ['/place', name] as const),
    ...(id ? [['/id', id] as const] : []),
  ];
  InvalidInput.throwIfAny(
    chosen.flatMap(([pointer, name]) =>
      names.has(name)
        ? []
        : [{ pointer, code: 'unknown-column', detail: `There is no column ${JSON.stringify(name)}.` }],
    ),
  );
  return columns.map(({ name, cells }) => {
    const choice = Object.hasOwn(choices, name) ? (choices[name] ?? {}) : {};
    return {
      name,
      type: choice.type ?? findType(cells, decimal),
      as: choice.as ?? name,
      omit: choice.omit ?? false,
    };
  });
}

/** For a JSON Pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The columns that say where something is. */
export function placeNames(place: PlaceColumns): readonly string[] {
  if (place.kind === 'coordinates') return [place.x, place.y];
  return place.kind === 'none' ? [] : [place.column];
}
