import { type Geometry, hexCellArea } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import { MAX_NEAREST_LIMIT } from '@cairn/spaces';
import { degrees } from './area.js';
import type { HubParameters } from './hub-parameters.js';
import { collectFaults } from './collect-faults.js';

/** Where a spatial search looks. */
export type Place =
  | { readonly kind: 'point'; readonly point: readonly [longitude: number, latitude: number] }
  | { readonly kind: 'feature'; readonly spaceId: string; readonly featureId: string }
  | { readonly kind: 'cell'; readonly h3Index: string };

/** Reads `lat` and `lon`, `refSpaceId` and `refFeatureId`, or `h3Index`. @throws {InvalidInput} */
export function parsePlace(parameters: HubParameters): Place {
  const has = (...names: readonly string[]): boolean =>
    names.some((name) => parameters.text(name) !== undefined);
  const [point, feature, cell] = [has('lat', 'lon'), has('refSpaceId', 'refFeatureId'), has('h3Index')];
  if (Number(point) + Number(feature) + Number(cell) !== 1)
    throw new InvalidInput([
      {
        pointer: '/lat',
        code: 'invalid-place',
        detail: 'Give either `lat` and `lon`, or `refSpaceId` and `refFeatureId`, or `h3Index`.',
      },
    ]);
  if (cell) return { kind: 'cell', h3Index: parameters.text('h3Index') ?? '' };
  if (feature) {
    const { refSpaceId, refFeatureId } = collectFaults({
      refSpaceId: () => required(parameters, 'refSpaceId'),
      refFeatureId: () => required(parameters, 'refFeatureId'),
    });
    return { kind: 'feature', spaceId: refSpaceId, featureId: refFeatureId };
  }
  const { lat, lon } = collectFaults({
    lat: () => degrees(parameters, 'lat', 90),
    lon: () => degrees(parameters, 'lon', 180),
  });
  return { kind: 'point', point: [lon, lat] };
}

/** Reads `radius`, in metres. @throws {InvalidInput} */
export function parseRadius(parameters: HubParameters): number {
  const text = parameters.has('radius') ? (parameters.text('radius') ?? '') : '0';
  const radius = /^\+?\d{1,15}(?:\.\d{0,15})?$/.test(text) ? Number(text) : NaN;
  if (radius >= 0) return radius;
  throw InvalidInput.of('invalid-radius', '`radius` must be a number of metres, 0 or more.');
}

const relations = ['intersects', 'within', 'contains', 'disjoint'] as const;
type Relation = (typeof relations)[number];

/** Reads `relation`, the spatial relation of features to the place. @throws {InvalidInput} */
export function parseRelation(parameters: HubParameters): Relation {
  const word = parameters.has('relation') ? parameters.text('relation')?.toLowerCase() : 'intersects';
  const relation = relations.find((known) => known === word);
  if (relation === undefined)
    throw InvalidInput.of('invalid-relation', `\`relation\` must be one of ${relations.join(', ')}.`);
  if (relation !== 'intersects')
    for (const other of ['nearest', 'radius'])
      if (Number(parameters.text(other) ?? 0) !== 0)
        throw InvalidInput.of('invalid-relation', `\`relation\` cannot be combined with \`${other}\`.`);
  if (relation === 'disjoint' && parameters.flag('clip') === true)
    throw InvalidInput.of('invalid-relation', 'What is disjoint cannot be clipped.');
  return relation;
}

/** Reads `nearest`, the number of nearest features to return for a point. @throws {InvalidInput} */
export function parseNearestCount(parameters: HubParameters, place: Place | undefined): number | undefined {
  if (!parameters.has('nearest')) return undefined;
  if (place?.kind !== 'point') throw InvalidInput.of('invalid-nearest', '`nearest` needs `lat` and `lon`.');
  const count = parameters.integer('nearest') ?? 0;
  if (count >= 1 && count <= MAX_NEAREST_LIMIT) return count;
  throw InvalidInput.of(
    'invalid-nearest',
    `\`nearest\` must be a whole number between 1 and ${MAX_NEAREST_LIMIT}.`,
  );
}

/** The area of an H3 cell. @throws {InvalidInput} */
export async function cellArea(h3Index: string): Promise<Geometry> {
  const h3 = await import('h3-js'); // rarely needed, and slow to load
  if (!h3.isValidCell(h3Index))
    throw new InvalidInput([
      {
        pointer: '/h3Index',
        code: 'invalid-cell',
        detail: '`h3Index` must be a cell of H3, in hexadecimal digits.',
      },
    ]);
  return hexCellArea(h3, h3Index);
}

function required(parameters: HubParameters, name: string): string {
  const text = parameters.text(name);
  if (text !== undefined) return text;
  throw InvalidInput.of('required', `\`${name}\` is missing.`);
}
