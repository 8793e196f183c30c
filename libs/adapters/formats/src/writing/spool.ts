import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type FileFeature, type FileGeometry, NAMESPACE } from '@cairn/spaces';
import { OWN_ID, OWN_TAGS } from '../features/feature-choices.js';
import { isItems, isMembers } from '../features/plain-json.js';
import { linesIn } from '../text/lines.js';

/** What the values of a property are. `mixed` ones are written as texts. */
export type PropertyType = 'text' | 'integer' | 'number' | 'boolean' | 'json' | 'mixed';

/** Features on disk, and what formats need to know of all of them before they write the first one. */
export interface Spool {
  readonly count: number;
  /** By name, in the order in which they came. */
  readonly properties: ReadonlyMap<string, PropertyType>;
  /** Such as `Point`; of features without a geometry there is none. */
  readonly geometryTypes: ReadonlySet<string>;
  readonly hasHeights: boolean;
  /** Whether some positions have no third number. */
  readonly lacksHeights: boolean;
  /** [west, south, east, north]; `undefined` without positions. */
  readonly bbox: readonly [number, number, number, number] | undefined;
  readonly features: () => AsyncGenerator<FileFeature, void, undefined>;
}

/** Keeps the lines of features in a file. */
export async function spooled(lines: AsyncIterable<string>, path: string): Promise<Spool> {
  const properties = new Map<string, PropertyType>();
  const geometryTypes = new Set<string>();
  const bounds = new Bounds();
  let count = 0;
  async function* seen(): AsyncGenerator<string, void, undefined> {
    for await (const line of lines) {
      const feature = featureIn(line);
      count++;
      for (const [name, value] of Object.entries(feature.properties))
        if (value !== null) properties.set(name, joined(properties.get(name), typeOf(value)));
      if (feature.geometry !== null) {
        geometryTypes.add(feature.geometry.type);
        bounds.add(feature.geometry);
      }
      yield `${line}\n`;
    }
  }
  await pipeline(seen, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return {
    count,
    properties,
    geometryTypes,
    hasHeights: bounds.hasHeights,
    lacksHeights: bounds.lacksHeights,
    bbox: bounds.bbox,
    features: () => featuresIn(path),
  };
}

async function* featuresIn(path: string): AsyncGenerator<FileFeature, void, undefined> {
  for await (const line of linesIn(createReadStream(path))) yield featureIn(line);
}

const jsonIn: (line: string) => FileFeature = JSON.parse;

/** Properties of people with names of ours get another one. */
const RENAMED: ReadonlyMap<string, string> = new Map([OWN_ID, OWN_TAGS].map((name) => [name, `${name}_2`]));

/** The feature with its tags as a property, and without what else the service adds. */
function featureIn(line: string): FileFeature {
  const feature = jsonIn(line);
  const { [NAMESPACE]: known, ...properties } = feature.properties;
  const tags = isMembers(known) ? known['tags'] : undefined;
  const own = Object.entries(properties).map(([name, value]) => [RENAMED.get(name) ?? name, value] as const);
  const tagged = isItems(tags) && tags.length > 0 ? [[OWN_TAGS, tags.join(',')] as const] : [];
  return { ...feature, properties: Object.fromEntries([...own, ...tagged]) };
}

function typeOf(value: unknown): PropertyType {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'json';
}

function joined(known: PropertyType | undefined, type: PropertyType): PropertyType {
  if (known === undefined || known === type) return type;
  const areNumbers = [known, type].every((each) => each === 'integer' || each === 'number');
  return areNumbers ? 'number' : 'mixed';
}

/** The properties of a feature that are not null, and its id in front of them. */
export function namedValues({ id, properties }: FileFeature): readonly (readonly [string, unknown])[] {
  const values: [string, unknown][] = Object.entries(properties).filter(([, value]) => value !== null);
  return id === undefined ? values : [[OWN_ID, id], ...values];
}

/** A value as a text, where its property is not of one type, or its format has no such type. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

class Bounds {
  hasHeights = false;
  lacksHeights = false;
  private west = Infinity;
  private south = Infinity;
  private east = -Infinity;
  private north = -Infinity;

  get bbox(): Spool['bbox'] {
    return this.west === Infinity ? undefined : [this.west, this.south, this.east, this.north];
  }

  add(geometry: FileGeometry): void {
    if ('geometries' in geometry) for (const each of geometry.geometries) this.add(each);
    else this.positions(geometry.coordinates);
  }

  private positions(coordinates: unknown): void {
    if (!isItems(coordinates)) return;
    const [x, y, z] = coordinates;
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const each of coordinates) this.positions(each);
      return;
    }
    if (typeof z === 'number') this.hasHeights = true;
    else this.lacksHeights = true;
    [this.west, this.east] = [Math.min(this.west, x), Math.max(this.east, x)];
    [this.south, this.north] = [Math.min(this.south, y), Math.max(this.north, y)];
  }
}
