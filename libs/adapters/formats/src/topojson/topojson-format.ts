import { readFile } from 'node:fs/promises';
import { InvalidInput } from '@cairn/kernel';
import {
  type FeatureFormat,
  type FileChoices,
  type FileContent,
  type FileItem,
  FormatLimitExceeded,
  type FormatFile,
  UnreadableFile,
} from '@cairn/spaces';
import { feature } from 'topojson-client';
import type { GeometryObject as GeometryObjectOf, Properties, Topology } from 'topojson-specification';
import { Projection } from '../crs/projection.js';
import { readCrsCode, WGS_84 } from '../crs/read-crs.js';
import { describeItems } from '../features/describe-items.js';
import { withChoices } from '../features/feature-choices.js';
import { placed } from '../features/placed.js';
import { READING_LIMITS } from '../limits/reading-limits.js';

type GeometryObject = GeometryObjectOf<Properties>;

/**
 * TopoJSON, which is read whole. Its features share their lines: what they have together is counted before, because 93 kB
 * can have ten million positions.
 */
export class TopoJsonFormat implements FeatureFormat {
  readonly name = 'topojson';

  async inspect(file: FormatFile, choices: FileChoices): Promise<FileContent> {
    const { layers, layer, objects } = await open(file, choices);
    return await describeItems(this.name, () => itemsOf(objects, choices), {
      choices,
      crs: choices.crs === undefined ? WGS_84 : readCrsCode(choices.crs),
      layers: layers.map((name) => ({ name })),
      layer,
    });
  }

  async *read(file: FormatFile, choices: FileChoices): AsyncGenerator<FileItem, void, undefined> {
    const { objects } = await open(file, choices);
    yield* withChoices(itemsOf(objects, choices), choices);
  }
}

interface Opened {
  readonly layers: readonly string[];
  readonly layer: string;
  readonly objects: { readonly topology: Topology; readonly geometries: readonly GeometryObject[] };
}

async function open({ path, sizeInBytes }: FormatFile, { layer: wanted }: FileChoices): Promise<Opened> {
  if (sizeInBytes > READING_LIMITS.wholeBytes)
    throw new FormatLimitExceeded('bytes', READING_LIMITS.wholeBytes);
  const topology = topologyOf(await readFile(path, 'utf8'));
  const layers = Object.keys(topology.objects);
  const layer = wanted ?? layers[0];
  if (layer === undefined) throw new UnreadableFile('The TopoJSON has no objects.');
  const object = Object.hasOwn(topology.objects, layer) ? topology.objects[layer] : undefined;
  if (object === undefined)
    throw InvalidInput.of(
      'unknown-layer',
      `There is no layer ${JSON.stringify(layer)} in the file.`,
      '/layer',
    );
  assertFits(topology, object);
  const geometries = object.type === 'GeometryCollection' ? object.geometries : [object];
  return { layers, layer, objects: { topology, geometries } };
}

function topologyOf(text: string): Topology {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableFile(`The file is no JSON (${error instanceof Error ? error.message : 'unknown'}).`, {
      cause: error,
    });
  }
  if (!isTopology(value)) throw new UnreadableFile('The file is no TopoJSON.');
  return value;
}

/** Whether it has the members of a topology. What is in them shows when it is read. */
function isTopology(value: unknown): value is Topology {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'type' in value &&
    value.type === 'Topology' &&
    'arcs' in value &&
    Array.isArray(value.arcs) &&
    'objects' in value &&
    typeof value.objects === 'object' &&
    value.objects !== null
  );
}

/** Counts the positions of all lines, as often as they are used. */
function assertFits({ arcs }: Topology, object: GeometryObject): void {
  let positions = 0;
  const waiting: unknown[] = [object];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'number') positions += arcs[next < 0 ? ~next : next]?.length ?? 0;
    // Not by spreading: an array of a million is too many arguments.
    else if (Array.isArray(next)) for (const each of next) waiting.push(each);
    else if (typeof next === 'object' && next !== null) {
      if ('arcs' in next) waiting.push(next.arcs);
      if ('geometries' in next) waiting.push(next.geometries);
    }
    if (positions > READING_LIMITS.sharedPositions)
      throw new FormatLimitExceeded('positions', READING_LIMITS.sharedPositions);
  }
}

async function* itemsOf(
  { topology, geometries }: Opened['objects'],
  { crs }: FileChoices,
): AsyncGenerator<FileItem, void, undefined> {
  const projection = new Projection(crs === undefined ? WGS_84 : readCrsCode(crs));
  for (const [index, object] of geometries.entries())
    yield itemOf(topology, object, { at: index + 1, projection });
}

function itemOf(
  topology: Topology,
  object: GeometryObject,
  { at, projection }: { readonly at: number; readonly projection: Projection },
): FileItem {
  try {
    const { id } = object;
    const named = typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
    // The object alone, so that it becomes one feature with one geometry.
    const { geometry } = asFeature(topology, object);
    return placed({ at, ...named, geometry, properties: { ...object.properties } }, projection);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError)
      return { at, reason: 'is no geometry of TopoJSON' };
    throw error;
  }
}

function asFeature(topology: Topology, object: GeometryObject): { readonly geometry: unknown } {
  const found = feature(topology, object);
  if (found.type === 'Feature') return found;
  return {
    geometry: { type: 'GeometryCollection', geometries: found.features.map(({ geometry }) => geometry) },
  };
}
