import type { NamedRight, Rights } from './rights.js';
import { parseTextPattern, type AttributePattern, type SpacePattern } from './space-pattern.js';

/** The attributes that one entry of a token's right asks for, each with values that must all match. */
export type AttributeMap = Readonly<Record<string, readonly string[]>>;

type Attributes = ReadonlyMap<string, AttributePattern['attribute']>;

const ofSpaces: Attributes = new Map([
  ['owner', 'owner'],
  ['space', 'id'],
  ['packages', 'package'],
]);

/** What packages, connectors and capabilities have. */
const ofOthers: Attributes = new Map([
  ['owner', 'owner'],
  ['id', 'id'],
]);

const known: Readonly<Record<NamedRight, Attributes>> = {
  readFeatures: ofSpaces,
  createFeatures: ofSpaces,
  updateFeatures: ofSpaces,
  deleteFeatures: ofSpaces,
  manageSpaces: ofSpaces,
  adminSpaces: ofSpaces,
  managePackages: ofOthers,
  accessConnectors: ofOthers,
  useCapabilities: ofOthers,
};

/**
 * Reads the rights of a token of XYZ Hub: for each right a list of attribute maps. One map must match with all its
 * attributes. An entry matches nothing if it has an unknown attribute, or one without a value.
 */
export function tokenRights(given: Readonly<Record<string, readonly AttributeMap[]>>): Rights {
  const rights: Rights = Object.fromEntries(
    Object.entries(known).map(([right, attributes]) => {
      const maps = Object.hasOwn(given, right) ? (given[right] ?? []) : [];
      return [right, maps.flatMap((map) => patternsOf(map, attributes))];
    }),
  );
  const { manageSpaces = [], adminSpaces = [] } = rights;
  const nameSpaces = [...manageSpaces.filter(saysWhichSpaces), ...adminSpaces];
  return { ...rights, nameSpaces, configureSpaces: adminSpaces };
}

/** A pattern with only an owner does not restrict ids, and other owners want ids, too. */
const saysWhichSpaces = (pattern: SpacePattern): boolean =>
  pattern.length === 0 || pattern.some(({ attribute }) => attribute === 'id');

/** The pattern of the entry; none if it matches nothing. */
function patternsOf(map: AttributeMap, attributes: Attributes): readonly SpacePattern[] {
  const entries = Object.entries(map);
  if (entries.some(([name, values]) => !attributes.has(name) || values.length === 0)) return [];
  const pattern = entries.flatMap(([name, values]) => {
    const attribute = attributes.get(name);
    return attribute === undefined ? [] : values.map((value) => ({ attribute, ...parseTextPattern(value) }));
  });
  return [pattern];
}
