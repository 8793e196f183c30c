import type { JsonObject } from '@cairn/geometry';
import { isMembers, type Json, type JsonMembers } from '../json/json.js';
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
  const properties = isMembers(members['properties']) ? members['properties'] : {};
  const isNamed = selection !== undefined && selection.paths !== 'all';
  const told: Record<string, Scalar> = {};
  const prefix = attributes === 'nested' ? '' : 'properties.';
  for (const name of Object.keys(properties))
    if (isNamed || name !== NAMESPACE) put(told, `${prefix}${name}`, properties[name] ?? null, attributes);
  told['id'] = idOf(members);
  return told;
}

/** Stored features have texts as ids. */
const idOf = ({ id }: JsonMembers): string => (typeof id === 'string' ? id : JSON.stringify(id));

/** A tile has neither null nor values inside of values. */
function put(told: Record<string, Scalar>, name: string, value: Json, attributes: TileAttributes): void {
  if (value === null) return;
  if (typeof value !== 'object') set(told, name, value);
  else if (attributes === 'nested' || !isMembers(value)) set(told, name, JSON.stringify(value));
  else
    for (const inner of Object.keys(value)) put(told, `${name}.${inner}`, value[inner] ?? null, attributes);
}

function set(told: Record<string, Scalar>, name: string, value: Scalar): void {
  if (name === '__proto__')
    Object.defineProperty(told, name, { value, enumerable: true, configurable: true });
  else told[name] = value;
}
