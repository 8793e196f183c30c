import { SpaceForbidden } from '../errors.js';
import type { Caller } from '../caller.js';
import { patternsOf } from '../rights/rights.js';
import { matchesSpace, matchesText, type SpacePattern } from '../rights/space-pattern.js';
import type { Space } from './space.js';

/** A comparison of a number: an operator, and values of which one must fit. */
export interface NumberCondition {
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  readonly values: readonly number[];
}

/** Which spaces are listed: those that meet all given conditions. */
export interface SpaceFilter {
  readonly owner?: string | undefined;
  readonly notOwner?: string | undefined;
  /** Spaces that match one of the patterns; with `orShared` also those that are shared. */
  readonly among?: readonly SpacePattern[] | undefined;
  readonly orShared?: boolean | undefined;
  readonly tag?: string | undefined;
  readonly region?: string | undefined;
  /** All of these, in epoch milliseconds. */
  readonly contentUpdatedAt?: readonly NumberCondition[] | undefined;
}

/** Whether a listing by this filter shows the space. */
export function matchesFilter(filter: SpaceFilter, space: Space): boolean {
  const { owner, notOwner, among, orShared = false, tag, region, contentUpdatedAt = [] } = filter;
  return (
    (owner === undefined || space.owner === owner) &&
    space.owner !== notOwner &&
    (among === undefined ||
      (orShared && space.settings.shared === true) ||
      among.some((pattern) => matchesSpace(pattern, space))) &&
    (tag === undefined || Object.hasOwn(space.settings.tags ?? {}, tag)) &&
    (region === undefined || space.settings.region === region) &&
    contentUpdatedAt.every((condition) => fulfils(condition, space.contentUpdatedAt))
  );
}

/**
 * The spaces of an owner (`me`, `others`, `*` for both, or the name of one) as far as the caller may see them.
 * @throws {SpaceForbidden} if that could be none, or the caller has no right on any space.
 */
export function visibleSpaces(caller: Caller, owner: string): SpaceFilter {
  const wanted = owner === 'me' ? caller.owner : owner;
  const isOne = wanted !== '*' && wanted !== 'others';
  const all = patternsOf(caller.rights);
  const patterns = isOne ? all.flatMap((pattern) => ofOwner(pattern, wanted)) : all;
  const mayList = all.length > 0 && (patterns.length > 0 || caller.readsShared);
  if (!mayList) throw new SpaceForbidden('readFeatures');
  return {
    ...(isOne ? { owner: wanted } : {}),
    ...(wanted === 'others' ? { notOwner: caller.owner } : {}),
    ...(patterns.some((pattern) => pattern.length === 0)
      ? {}
      : { among: distinct(patterns), orShared: caller.readsShared }),
  };
}

/** The remaining pattern for spaces of this owner; nothing if it matches none of them. */
function ofOwner(pattern: SpacePattern, wanted: string): readonly SpacePattern[] {
  const matches = pattern.every((part) => part.attribute !== 'owner' || matchesText(part, wanted));
  return matches ? [pattern.filter(({ attribute }) => attribute !== 'owner')] : [];
}

function distinct(patterns: readonly SpacePattern[]): readonly SpacePattern[] {
  return [...new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern])).values()];
}

function fulfils({ operator, values }: NumberCondition, number: number): boolean {
  switch (operator) {
    case '=':
      return values.includes(number);
    case '!=':
      return !values.includes(number);
    case '<':
      return values.some((value) => number < value);
    case '<=':
      return values.some((value) => number <= value);
    case '>':
      return values.some((value) => number > value);
    case '>=':
      return values.some((value) => number >= value);
  }
}
