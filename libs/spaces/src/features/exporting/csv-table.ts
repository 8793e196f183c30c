import { wktOf } from '@cairn/geometry';
import { ExactNumber } from '../../json/exact-number.js';
import { isItems, isMembers, type Json, type JsonMembers, memberOf, without } from '../../json/json.js';
import { readJson, writeJson } from '../../json/read-json.js';
import { readFeature } from '../content/feature-body.js';
import { FEATURE_SEPARATOR, NAMESPACE } from '../content/stored-feature.js';

/** What to do with texts that a spreadsheet would run: put an apostrophe in front, or keep them as they are. */
type CsvFormulas = 'escaped' | 'kept';

/** A spreadsheet reads a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A value as a cell of CSV (RFC 4180): texts as they are, in quotes where they need them, numbers as they were written,
 * nothing for null, JSON for arrays and objects.
 */
export function csvCell(value: Json | undefined, formulas: CsvFormulas): string {
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.text;
  if (isItems(value) || isMembers(value)) return quoted(writeJson(value));
  if (typeof value !== 'string') return String(value);
  return quoted(formulas === 'escaped' && FORMULA.test(value) ? `'${value}` : value);
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** How features become rows. */
export interface CsvOptions {
  /** `wkt`: a column `WKT`. `coordinates`: columns `longitude` and `latitude`, empty for all but points. */
  readonly geometry: 'wkt' | 'coordinates';
  readonly formulas: CsvFormulas;
}

/**
 * The properties that have columns, and whether features may have others. Those go to one column, as JSON. Plain data.
 */
export interface CsvProperties {
  readonly names: readonly string[];
  readonly mayHaveOthers: boolean;
}

const OTHERS = 'other';
const KNOWN = ['tags', 'createdAt', 'updatedAt', 'version'] as const;

/** Makes rows of features whose texts are joined as a store joins them. */
export type CsvRows = (
  texts: string,
  properties: CsvProperties,
  options: CsvOptions,
) => string | Promise<string>;

/** Makes the rows of features synchronously. */
export function csvRows(texts: string, properties: CsvProperties, options: CsvOptions): string {
  const table = new CsvTable(properties, options);
  return texts
    .split(FEATURE_SEPARATOR)
    .map((text) => table.row(text))
    .join('');
}

/** Features as lines of CSV, with CRLF behind each. */
export class CsvTable {
  constructor(
    private readonly properties: CsvProperties,
    private readonly options: CsvOptions,
  ) {}

  /**
   * `id`, the properties, `other` if there may be more, the data that the service adds to a feature, and the geometry.
   * A property with the name of one of these columns gets `properties.` in front, several times if such a property
   * exists, too.
   */
  header(): string {
    const behind = [...(this.properties.mayHaveOthers ? [OTHERS] : []), ...KNOWN, ...this.geometryNames()];
    return this.line(['id', ...this.columnNames(['id', ...behind]), ...behind]);
  }

  /** The names of the property columns, each of which is unique. */
  private columnNames(reserved: readonly string[]): readonly string[] {
    const { names } = this.properties;
    const written = (name: string): string => csvCell(name, this.options.formulas);
    const taken = new Set(reserved);
    const renamed = new Map<string, string>();
    for (const name of names)
      if (taken.has(written(name))) renamed.set(name, name);
      else taken.add(written(name));
    for (const name of renamed.keys()) {
      let column = `properties.${name}`;
      while (taken.has(written(column))) column = `properties.${column}`;
      taken.add(written(column));
      renamed.set(name, column);
    }
    return names.map((name) => renamed.get(name) ?? name);
  }

  /** @param text Of a stored feature. */
  row(text: string): string {
    const feature = readJson(text);
    const properties = memberOf(feature, 'properties') ?? {};
    const known = memberOf(properties, NAMESPACE);
    const { names, mayHaveOthers } = this.properties;
    const cells = [memberOf(feature, 'id'), ...names.map((name) => memberOf(properties, name))];
    if (mayHaveOthers) cells.push(othersIn(properties, names));
    const tags = memberOf(known, 'tags');
    cells.push(Array.isArray(tags) ? tags.join(',') : undefined);
    cells.push(...KNOWN.slice(1).map((name) => memberOf(known, name)));
    return this.line([...cells, ...this.geometryCells(text)]);
  }

  private geometryNames(): readonly string[] {
    return this.options.geometry === 'wkt' ? ['WKT'] : ['longitude', 'latitude'];
  }

  private geometryCells(text: string): readonly (Json | undefined)[] {
    const { geometry } = readFeature(text);
    if (this.options.geometry === 'wkt') return [geometry ? wktOf(geometry) : undefined];
    return geometry?.type === 'Point' ? geometry.coordinates.slice(0, 2) : [undefined, undefined];
  }

  private line(cells: readonly (Json | undefined)[]): string {
    return `${cells.map((cell) => csvCell(cell, this.options.formulas)).join(',')}\r\n`;
  }
}

function othersIn(properties: Json, names: readonly string[]): JsonMembers | undefined {
  if (!isMembers(properties)) return undefined;
  const others = without(properties, NAMESPACE, ...names);
  return Object.keys(others).length > 0 ? others : undefined;
}
