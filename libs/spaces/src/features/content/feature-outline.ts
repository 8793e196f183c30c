import { isItems, isMembers, type Json } from '../../json/json.js';
import { NAMESPACE } from './stored-feature.js';

/** Further properties, and longer names, are left out. */
const MAX_MEMBERS = 256;
const MAX_NAME_LENGTH = 128;
/** No text of a feature has this character. */
const SEPARATOR = '\0';
const CUT = '...';

/**
 * The type of a feature's geometry, or nothing, then each of its properties with the type of its value in front:
 * `Point`, `string name`, `number size`, separated by NUL. One text, as most features of a space have the same.
 */
export type FeatureOutline = string;

export function outlineOf(geometryType: string | undefined, properties: Json | undefined): FeatureOutline {
  let outline = geometryType ?? '';
  if (!isMembers(properties)) return outline;
  let left = MAX_MEMBERS;
  for (const name in properties) {
    if (name === NAMESPACE || !Object.hasOwn(properties, name)) continue;
    if (left === 0 || name.length > MAX_NAME_LENGTH) return `${outline}${SEPARATOR}${CUT}`;
    outline += `${SEPARATOR}${typeOf(properties[name])} ${name}`;
    left -= 1;
  }
  return outline;
}

/** `isCut` tells that members are left out. */
export function readOutline(outline: FeatureOutline): {
  readonly geometryType: string;
  readonly members: readonly string[];
  readonly isCut: boolean;
} {
  const [geometryType = '', ...members] = outline.split(SEPARATOR);
  const isCut = members.at(-1) === CUT;
  return { geometryType, members: isCut ? members.slice(0, -1) : members, isCut };
}

function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (isItems(value)) return 'array';
  const type = typeof value;
  return type === 'object' && !isMembers(value) ? 'number' : type;
}
