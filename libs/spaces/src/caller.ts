import { SpaceForbidden } from './errors.js';
import { covers, patternsOf, spaceRights, type Right, type Rights } from './rights/rights.js';
import { matchesSpace, type SpaceAttributes, type SpacePattern } from './rights/space-pattern.js';

/** The owner of what is created without a credential. */
export const ANONYMOUS = 'ANONYMOUS';

/** Storage limits of a caller; absent means unlimited. */
export interface CallerLimits {
  readonly maxSpaces?: number | undefined;
  readonly maxFeaturesPerSpace?: number | undefined;
}

/** Who is asking, and what they may do. */
export interface Caller {
  /** Owns what the caller creates. */
  readonly owner: string;
  /** The caller, as `user:ID` or `key:ID`, if known. */
  readonly actor?: string | undefined;
  /**
   * The name by which callers take turns when they wait for each other, such as the network of a stranger. Default:
   * `owner`.
   */
  readonly holder?: string | undefined;
  readonly rights: Rights;
  /** Whether the caller may read every space that is shared. */
  readonly readsShared: boolean;
  readonly limits?: CallerLimits | undefined;
  /** Whether the owner does not know the caller: no index is built for what strangers search for. Default: `false`. */
  readonly isStranger?: boolean | undefined;
  /** Called with each space on which a right is checked, before the decision. */
  readonly onDecision?: ((space: SpaceAttributes) => void) | undefined;
}

/** An owner, and which rights they have besides or instead of the usual ones. */
export interface OwnerAccess {
  readonly owner: string;
  readonly actor?: string | undefined;
  /** All rights on every space. Default: `false`. */
  readonly administrator?: boolean | undefined;
  /** All rights on the spaces of `ANONYMOUS`, too. Default: `false`. */
  readonly anonymousAllowed?: boolean | undefined;
  /** Default: `true`. */
  readonly mayRead?: boolean | undefined;
  /** Default: `true`. */
  readonly mayWrite?: boolean | undefined;
}

const EVERYTHING: readonly SpacePattern[] = [[]];

/** A caller with the rights of an owner: on the owner's spaces, and on those that `access` adds. */
export function ownerCaller(access: OwnerAccess): Caller {
  const { owner, actor, administrator = false, anonymousAllowed = false } = access;
  const { mayRead = true, mayWrite = true } = access;
  const owners = [...new Set([owner, ...(anonymousAllowed ? [ANONYMOUS] : [])])];
  const reach: readonly SpacePattern[] = administrator
    ? [[]]
    : owners.map((text) => [{ attribute: 'owner', text, isPrefix: false }]);
  const written = mayWrite ? reach : [];
  return {
    owner,
    actor,
    rights: {
      readFeatures: mayRead ? reach : [],
      createFeatures: written,
      updateFeatures: written,
      deleteFeatures: written,
      manageSpaces: written,
      nameSpaces: written,
      managePackages: written,
      accessConnectors: EVERYTHING,
      useCapabilities: EVERYTHING,
      adminSpaces: administrator ? written : [],
      configureSpaces: EVERYTHING,
    },
    readsShared: mayRead && owner !== ANONYMOUS,
  };
}

/**
 * A caller who may read one space while it belongs to this owner: later, another owner may make a space with the same
 * id.
 */
export function readerCaller({ id, owner }: Pick<SpaceAttributes, 'id' | 'owner'>): Caller {
  const only: SpacePattern = [
    { attribute: 'id', text: id, isPrefix: false },
    { attribute: 'owner', text: owner, isPrefix: false },
  ];
  const rights = { readFeatures: [only], useCapabilities: EVERYTHING, configureSpaces: EVERYTHING };
  return { owner, rights, readsShared: false, isStranger: true };
}

/** The name by which a caller takes turns. */
export const holderOf = ({ holder, owner }: Caller): string => holder ?? owner;

/** The rights that the caller has on a space. */
export function rightsOn(caller: Caller, space: SpaceAttributes): readonly Right[] {
  return spaceRights.filter((right) => has(caller, right, space));
}

/** Whether the caller was given the right on the space itself. A space that is shared with everyone is not enough. */
export function isGiven(caller: Caller, right: Right, space: SpaceAttributes): boolean {
  return covers(caller.rights, right, space);
}

/** @throws {SpaceForbidden} without the right on the space. */
export function assertHas(caller: Caller, right: Right, space: SpaceAttributes): void {
  if (!has(caller, right, space)) throw new SpaceForbidden(right);
}

/** @throws {SpaceForbidden} without any right on the space. */
export function assertMaySee(caller: Caller, space: SpaceAttributes): void {
  const isCovered = patternsOf(caller.rights).some((pattern) => matchesSpace(pattern, space));
  if (!isCovered) assertHas(caller, 'readFeatures', space);
}

/** @throws {SpaceForbidden} if the caller may not change or delete the space itself. */
export function assertManages(caller: Caller, space: SpaceAttributes): void {
  if (!has(caller, 'adminSpaces', space)) assertHas(caller, 'manageSpaces', space);
}

/** @throws {SpaceForbidden} if the caller may not give a new space the id that it has. */
export function assertMayName(caller: Caller, space: SpaceAttributes): void {
  if (!has(caller, 'nameSpaces', space)) throw new SpaceForbidden('manageSpaces', 'its id');
}

/** Whether the caller sees and sets how the space is kept. */
export function mayConfigure(caller: Caller, space: SpaceAttributes): boolean {
  return isGiven(caller, 'configureSpaces', space);
}

/** @throws {SpaceForbidden} if the caller may not name this storage, whether it exists or not. */
export function assertMayAccess(caller: Caller, storageId: string): void {
  assertHolds(caller, 'accessConnectors', { id: storageId, owner: '' });
}

/** The capabilities that require a right, by their names in XYZ Hub. */
export type Capability = 'hexbinClustering' | 'quadbinClustering' | 'searchablePropertiesConfiguration';

/** @throws {SpaceForbidden} */
export function assertMayUseCapability(caller: Caller, id: Capability): void {
  assertHolds(caller, 'useCapabilities', { id, owner: '' });
}

/**
 * A space of another owner requires the right to administer it, unless its owner is `ANONYMOUS`.
 * @throws {SpaceForbidden} if the caller may not give the space the owner that it has.
 */
export function assertMayOwn(caller: Caller, space: SpaceAttributes): void {
  if (space.owner === caller.owner || space.owner === ANONYMOUS) assertManages(caller, space);
  else assertHas(caller, 'adminSpaces', space);
}

/** @throws {SpaceForbidden} if the space has joined a package that the caller does not manage. */
export function assertMayPackage(
  caller: Caller,
  space: SpaceAttributes,
  before: readonly string[] = [],
): void {
  const { owner, settings } = space;
  for (const id of settings.packages ?? [])
    if (!before.includes(id)) assertHolds(caller, 'managePackages', { id, owner });
}

/** Whether the caller may take the space out of the package. */
export function managesPackage(caller: Caller, space: SpaceAttributes, id: string): boolean {
  caller.onDecision?.(space);
  return holds(caller, 'managePackages', { id, owner: space.owner });
}

/** A package, a connector or a capability. */
type Resource = Pick<SpaceAttributes, 'id' | 'owner'>;

type ResourceRight = 'managePackages' | 'accessConnectors' | 'useCapabilities';

function assertHolds(caller: Caller, right: ResourceRight, { id, owner }: Resource): void {
  if (!holds(caller, right, { id, owner })) throw new SpaceForbidden(right, `\`${id}\``);
}

const holds = (caller: Caller, right: ResourceRight, resource: Resource): boolean =>
  isGiven(caller, right, { ...resource, settings: {} });

function has(caller: Caller, right: Right, space: SpaceAttributes): boolean {
  caller.onDecision?.(space);
  const isShared = right === 'readFeatures' && caller.readsShared && space.settings.shared === true;
  return isShared || isGiven(caller, right, space);
}
