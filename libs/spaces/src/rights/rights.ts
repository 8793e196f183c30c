import { matchesSpace, type SpaceAttributes, type SpacePattern } from './space-pattern.js';

/** What may be done with a space, in the words of XYZ Hub. */
export const spaceRights = [
  'readFeatures',
  'manageSpaces',
  'createFeatures',
  'updateFeatures',
  'deleteFeatures',
  'adminSpaces',
] as const;

/**
 * A right that tokens of XYZ Hub name: a right on spaces, to put spaces into packages and to take them out, to name a
 * storage, or to use a so-called capability.
 */
export type NamedRight =
  (typeof spaceRights)[number] | 'managePackages' | 'accessConnectors' | 'useCapabilities';

/**
 * Further rights, which follow from other rights of a token: to give a new space an id, and to see and set how a space
 * is kept.
 */
export type Right = NamedRight | 'nameSpaces' | 'configureSpaces';

/**
 * The spaces on which each right is held: those that match one of its patterns. Packages, connectors and capabilities
 * are matched by their `id` and `owner`, as spaces are.
 */
export type Rights = Readonly<Partial<Record<Right, readonly SpacePattern[]>>>;

/** Whether the right is held on this space. */
export function covers(rights: Rights, right: Right, space: SpaceAttributes): boolean {
  return (rights[right] ?? []).some((pattern) => matchesSpace(pattern, space));
}

/** Every pattern of a right on spaces. */
export function patternsOf(rights: Rights): readonly SpacePattern[] {
  return spaceRights.flatMap((right) => rights[right] ?? []);
}
