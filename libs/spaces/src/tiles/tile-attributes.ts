import type { JsonObject } from '@cairn/geometry';
import { isMembers, type Json, type JsonMembers, without } from '../json/json.js';
import { NAMESPACE } from '../features/content/stored-feature.js';
import { type FeatureSelection, selectMembers } from '../features/shaping/selection.js';
import type { TileAttributes } from './tile-query.js';

interface Wanted {
  readonly attributes: TileAttributes;
  readonly selection?: FeatureSelection | undefined;
}

type Scalar = string | number | boolean;

/**
 * What a tile tells of a feature: its properties that are selected, and its `id`. What the service knows of it is among
 * them only where it is selected by name.
 */
export function attributesOf(feature: JsonMembers, { attributes, selection }: Wanted): JsonObject {
  const members = selection === undefined ? feature : selectMembers(feature, selection);
  const given = isMembers(members['properties']) ? members['properties'] : {};
  const isNamed = selection !== undefined && selection.paths !== 'all';
  const properties = isNamed ? given : without(given, NAMESPACE);
  const entries = attributes === 'nested' ? nested(properties) : [...flattened(properties, 'properties')];
  return Object.fromEntries([...entries, ['id', idOf(feature)]]);
}

/** Stored features have texts as ids. */
const idOf = ({ id }: JsonMembers): string => (typeof id === 'string' ? id : JSON.stringify(id));

function nested(properties: JsonMembers): readonly (readonly [string, Scalar])[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    const scalar = scalarOf(value);
    return scalar === undefined ? [] : [[name, scalar] as const];
  });
}

function* flattened(members: JsonMembers, path: string): Generator<readonly [string, Scalar]> {
  for (const [name, value] of Object.entries(members)) {
    const place = `${path}.${name}`;
    const scalar = isMembers(value) ? undefined : scalarOf(value);
    if (scalar !== undefined) yield [place, scalar];
    else if (isMembers(value)) yield* flattened(value, place);
  }
}

/** A tile has neither null nor values inside of values. */
function scalarOf(value: Json): Scalar | undefined {
  if (value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
