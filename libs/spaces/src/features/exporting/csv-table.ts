import { wktOf } from '@cairn/geometry';
import { isItems, isMembers, type Json, type JsonMembers, memberOf, without } from '../../json/json.js';
import { readJson } from '../../json/read-json.js';
import { readFeature } from '../content/feature-body.js';
import { FEATURE_SEPARATOR, NAMESPACE } from '../content/stored-feature.js';
import { csvCell, type CsvFormulas, csvTextCell } from './csv-cell.js';
import { type CsvGeometry, GEOMETRY_NAMES, ID, isReserved, KNOWN, OTHERS, PREFIX } from './csv-columns.js';

/** How features become rows. */
export interface CsvOptions {
  readonly geometry: CsvGeometry;
  readonly formulas: CsvFormulas;
}

/** The properties that have columns, and what goes to one column for all others, as JSON. Plain data. */
export interface CsvProperties {
  readonly names: readonly string[];
  /** Whether features may have other properties. */
  readonly mayHaveOthers: boolean;
  /** Whether properties may be null, which their columns cannot tell from nothing. */
  readonly mayBeNull?: boolean | undefined;
  /** Whether there are columns of the data that the service adds to a feature. Default: `shown`. */
  readonly known?: 'shown' | 'omitted' | undefined;
}

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
   * A property with the name of one of these columns gets `properties.` in front, and so does one that looks like it.
   */
  header(): string {
    const known = this.hasKnown ? KNOWN : [];
    const behind = [...(this.hasOthers ? [OTHERS] : []), ...known, ...this.geometryNames()];
    const names = this.properties.names.map((name) =>
      isReserved(name, this.geometryNames()) ? `${PREFIX}${name}` : name,
    );
    return lineOf([ID, ...names, ...behind].map((name) => csvTextCell(name, this.options.formulas)));
  }

  private get hasOthers(): boolean {
    const { mayHaveOthers, mayBeNull = false } = this.properties;
    return mayHaveOthers || mayBeNull;
  }

  private get hasKnown(): boolean {
    return this.properties.known !== 'omitted';
  }

  /** @param text Of a stored feature. */
  row(text: string): string {
    const feature = readJson(text);
    const properties = memberOf(feature, 'properties') ?? {};
    const known = memberOf(properties, NAMESPACE);
    const { names } = this.properties;
    const cells = names.map((name) => memberOf(properties, name));
    if (this.hasOthers) cells.push(othersIn(properties, this.properties));
    if (this.hasKnown)
      cells.push(tagsCell(memberOf(known, 'tags')), ...KNOWN.slice(1).map((name) => memberOf(known, name)));
    const { formulas } = this.options;
    const id = csvTextCell(textOf(memberOf(feature, 'id')), formulas);
    return lineOf([id, ...[...cells, ...this.geometryCells(text)].map((cell) => csvCell(cell, formulas))]);
  }

  private geometryNames(): readonly string[] {
    return GEOMETRY_NAMES[this.options.geometry];
  }

  private geometryCells(text: string): readonly (Json | undefined)[] {
    const { geometry } = readFeature(text);
    if (this.options.geometry === 'wkt') return [geometry ? wktOf(geometry) : undefined];
    return geometry?.type === 'Point' ? geometry.coordinates.slice(0, 2) : [undefined, undefined];
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Properties that are null, and those without a column. */
function othersIn(properties: Json, { names, mayHaveOthers }: CsvProperties): JsonMembers | undefined {
  if (!isMembers(properties)) return undefined;
  const withColumn = new Set(names);
  const others = Object.entries(without(properties, NAMESPACE)).filter(([name, value]) =>
    withColumn.has(name) ? value === null : mayHaveOthers,
  );
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

/** As people write them; as JSON if one has a comma. */
function tagsCell(tags: Json | undefined): Json | undefined {
  if (!isItems(tags) || tags.length === 0) return undefined;
  const texts = tags.map(textOf);
  return texts.some((tag) => tag.includes(',')) ? texts : texts.join(',');
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
