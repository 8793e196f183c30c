import type { Right, Rights } from './rights.js';
import { parseTextPattern, type SpacePattern } from './space-pattern.js';

/** The attributes that one entry of a token's right names, each with its alternatives. */
export type AttributeMap = Readonly<Record<string, readonly string[]>>;

const attributes = new Map<string, keyof SpacePattern>([
  ['owner', 'owner'],
  ['space', 'id'],
  ['packages', 'package'],
]);

const known: readonly Right[] = [
  ...['readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures'],
  ...['manageSpaces', 'adminSpaces', 'managePackages'],
] as const;

/**
 * Reads the rights of a token of XYZ Hub: for each right a list of attribute maps, of which one must match with all its
 * attributes. An entry with an attribute that spaces do not have matches none.
 */
export function tokenRights(given: Readonly<Record<string, readonly AttributeMap[]>>): Rights {
  return Object.fromEntries(
    known.flatMap((right) => {
      const maps = Object.hasOwn(given, right) ? (given[right] ?? []) : [];
      return maps.length === 0 ? [] : [[right, maps.flatMap(patternsOf)]];
    }),
  );
}

function patternsOf(map: AttributeMap): readonly SpacePattern[] {
  return Object.entries(map).reduce<readonly SpacePattern[]>(
    (patterns, [name, values]) => {
      const attribute = attributes.get(name);
      if (attribute === undefined) return [];
      return patterns.flatMap((pattern) =>
        values.map((value) => ({ ...pattern, [attribute]: parseTextPattern(value) })),
      );
    },
    [{}],
  );
}
