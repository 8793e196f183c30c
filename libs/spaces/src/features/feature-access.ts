import { assertHas, rightsOn, type Caller } from '../caller.js';
import { SpaceInactive, SpaceReadOnly } from '../errors.js';
import type { Space } from '../registry/space.js';
import type { ChangeKind, WriteRule } from './writing/modification.js';

const rightOf = {
  inserted: 'createFeatures',
  updated: 'updateFeatures',
  deleted: 'deleteFeatures',
} as const satisfies Readonly<Record<ChangeKind, string>>;

const kinds = ['inserted', 'updated', 'deleted'] as const satisfies readonly ChangeKind[];

/** A right on features. */
export type FeatureRight = 'readFeatures' | (typeof rightOf)[ChangeKind];

/**
 * Checks that the caller may use the features of the space like this, and that the space allows it now.
 * @throws {SpaceForbidden} {SpaceInactive} {SpaceReadOnly}
 */
export function assertMayUse(caller: Caller, right: FeatureRight, space: Space): void {
  assertHas(caller, right, space);
  if (right !== 'readFeatures') assertTakesWrites(space);
  else if (space.settings.active === false) throw new SpaceInactive(space.id);
}

/** Checks that the features can be changed now, by anybody. @throws {SpaceInactive} {SpaceReadOnly} */
export function assertTakesWrites({ id, settings }: Pick<Space, 'id' | 'settings'>): void {
  if (settings.active === false) throw new SpaceInactive(id);
  if (settings.readOnly === true) throw new SpaceReadOnly(id);
}

/**
 * Returns the kinds of change that the rules could make and the caller has no right to. Whether a write makes them is
 * known only once the stored features are known.
 * @throws {SpaceForbidden} if the caller has no right to anything that the rules could do. {SpaceInactive}
 * {SpaceReadOnly}
 */
export function assertMayWrite(
  caller: Caller,
  rules: Iterable<WriteRule>,
  space: Space,
): readonly ChangeKind[] {
  const given = [...rules];
  const possible = kinds.filter((kind) => given.some((rule) => couldMake(rule, kind)));
  const wanted = possible.length > 0 ? possible : kinds;
  const held = rightsOn(caller, space);
  const allowed = wanted.filter((kind) => held.includes(rightOf[kind]));
  assertMayUse(caller, rightOf[allowed[0] ?? wanted[0]], space);
  return possible.filter((kind) => !allowed.includes(kind));
}

/** The right that a change of this kind needs. */
export function rightFor(kind: ChangeKind): FeatureRight {
  return rightOf[kind];
}

function couldMake({ onExists, onNotExists }: WriteRule, kind: ChangeKind): boolean {
  switch (kind) {
    case 'inserted':
      return onNotExists === 'create';
    case 'updated':
      return onExists === 'patch' || onExists === 'replace' || onExists === 'merge';
    case 'deleted':
      return onExists === 'delete';
  }
}
