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

/** A right on spaces. `managePackages` is the right to put a space into a package. */
export type Right = (typeof spaceRights)[number] | 'managePackages';

/** On which spaces each right is held: on those that one of its patterns matches. */
export type Rights = Readonly<Partial<Record<Right, readonly SpacePattern[]>>>;

/** Whether the right is held on this space. */
export function covers(rights: Rights, right: Right, space: SpaceAttributes): boolean {
  return (rights[right] ?? []).some((pattern) => matchesSpace(pattern, space));
}

/** Every pattern of a right on spaces. */
export function patternsOf(rights: Rights): readonly SpacePattern[] {
  return spaceRights.flatMap((right) => rights[right] ?? []);
}
