import { type BoundingBox, boundingBoxesOf, type Geometry, type Position } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  type FeatureChunk,
  featureText,
  NAMESPACE,
  type StoredFeature,
} from '@cairn/spaces';
import { buildPack } from './build-pack.js';
import { ContentPack } from './content-pack.js';

export type Draw = (below: number) => number;

/** Pseudo-random numbers from 0 to below the given one. */
export function drawing(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (((state >>> 8) % 1_000_003) * below) / 1_000_003;
  };
}

/** A feature with its boxes, as stores are given them. */
export interface Stored {
  readonly feature: StoredFeature;
  readonly boxes: readonly BoundingBox[];
}

/** Code units and code points order the last two differently; the first one needs escapes. */
const prefixes = ['a"\\\n', 'Z', 'ä', '\u{1f600}', '\uffee'];

const wrapped = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);

function somewhere(draw: Draw): Position {
  switch (Math.floor(draw(8))) {
    case 0:
      return [wrapped(179 + draw(2)), draw(4) - 2];
    case 1:
      return [[180, -180, 17][Math.floor(draw(3))] ?? 0, [90, -90, 0][Math.floor(draw(3))] ?? 0];
    case 2:
      return [draw(360) - 180, draw(180) - 90];
    default:
      return [10 + draw(1), 50 + draw(1)];
  }
}

function geometryOf(draw: Draw): Geometry | null {
  const [x = 0, y = 0] = somewhere(draw);
  const size = draw(10) < 1 ? draw(40) : draw(0.2);
  const [east, north] = [x + size, Math.min(90, y + size)];
  switch (Math.floor(draw(12))) {
    case 0:
      return null;
    case 1:
      return { type: 'LineString', coordinates: [[x, y], [wrapped(east), north]] }; // prettier-ignore
    case 2:
      return { type: 'Polygon', coordinates: [[[x, y], [east, y], [x, north], [x, y]]] }; // prettier-ignore
    case 3:
      return { type: 'MultiPoint', coordinates: [[x, y], [wrapped(east), north]] }; // prettier-ignore
    case 4:
      return { type: 'Point', coordinates: [x + 360, y, 12] };
    default:
      return { type: 'Point', coordinates: [x, y] };
  }
}

/** What a feature is made of. */
interface Parts {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly name: string;
  readonly tags: readonly string[];
}

export function storedOf({ id, geometry, name, tags }: Parts): Stored {
  const members = [
    `"type":"Feature","id":${JSON.stringify(id)}`,
    ...(name.length % 2 === 0 ? [] : [`"note":{"geometry":null,"${NAMESPACE}":{}}`]),
    `"geometry":${JSON.stringify(geometry)}`,
  ];
  const body = `{${members.join(',')},"properties":{"name":${JSON.stringify(name)},"${NAMESPACE}":{`;
  const feature = { id, body, createdAt: 1_000 + name.length, updatedAt: 2_000, version: 3, tags };
  return { feature, boxes: geometry ? boundingBoxesOf(geometry) : [] };
}

export function randomFeature(id: string, draw: Draw): Stored {
  const name = `Zürich "${NAMESPACE}":{ 東京 `.repeat(1 + draw(4)) + 'x'.repeat(draw(2));
  return storedOf({
    id,
    geometry: geometryOf(draw),
    name,
    tags: draw(3) < 1 ? [`"${NAMESPACE}":{`, 'ß'] : [],
  });
}

/** In the order of the ids. */
export function randomFeatures(count: number, draw: Draw): readonly Stored[] {
  const ids = Array.from({ length: count }, (_, number) => `${prefixes[number % prefixes.length]}${number}`);
  return ids.sort(compareTexts).map((id) => randomFeature(id, draw));
}

/** A pack of these features, which come in chunks of some with their texts or their bytes. */
export async function packOf(features: readonly Stored[]): Promise<ContentPack> {
  const fits = (): boolean => true;
  const at = { content: 'c', version: 9 };
  return new ContentPack(await buildPack(chunksOf(features), { at, expected: 10, fits }));
}

export async function* chunksOf(features: readonly Stored[]): AsyncGenerator<FeatureChunk> {
  for (let start = 0; start < features.length; start += 7) {
    const some = features.slice(start, start + 7);
    const text = some.map(({ feature }) => featureText(feature)).join(FEATURE_SEPARATOR);
    const last = some.at(-1)?.feature.id ?? '';
    yield { text, count: some.length, last, bytes: start % 2 === 0 ? undefined : Buffer.from(text) };
  }
}
