import { compareTexts } from '@cairn/kernel';
import { isItems, isMembers, type Json, jsonEqual, type JsonMembers, memberOf } from '../../json/json.js';
import {
  type Comparison,
  type FilterValue,
  type PropertyFilter,
  specialMemberOf,
} from './property-filter.js';
import type { SearchedFeature } from './searched-feature.js';

/** Whether the filter holds for a feature. Every store has to agree with this. */
export function matches(filter: PropertyFilter, feature: SearchedFeature): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matches(part, feature));
    case 'or':
      return filter.filters.some((part) => matches(part, feature));
    case 'not':
      return !matches(filter.filter, feature);
    case 'contain': {
      const member = feature.memberAt(filter.path);
      return member !== undefined && filter.values.some((value) => jsonContains(member, value));
    }
    case 'compare':
      return holds(filter, feature.memberAt(filter.path) ?? null, valuesOf(filter));
  }
}

function valuesOf({ path, values }: Comparison): readonly FilterValue[] {
  const special = specialMemberOf(path);
  if (special === 'id') return values.map((value) => (value === null ? null : String(value)));
  if (special !== 'geometryType') return values;
  return values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value));
}

function holds({ operator }: Comparison, member: Json, values: readonly FilterValue[]): boolean {
  switch (operator) {
    case 'equals':
      return values.some((value) => value === member);
    case 'notEquals':
      return member !== null && !values.some((value) => value === member);
    case 'startsWith':
      return values.some(
        (value) => typeof value === 'string' && typeof member === 'string' && member.startsWith(value),
      );
    case 'includes':
      return values.some(
        (value) => typeof value === 'string' && typeof member === 'string' && includes(member, value),
      );
    case 'greater':
      return values.some((value) => isOrdered(member, value, (order) => order > 0));
    case 'atLeast':
      return values.some((value) => isOrdered(member, value, (order) => order >= 0));
    case 'less':
      return values.some((value) => isOrdered(member, value, (order) => order < 0));
    case 'atMost':
      return values.some((value) => isOrdered(member, value, (order) => order <= 0));
  }
}

/** In upper case, because `ß` and the final sigma have no other case than that of `SS` and `Σ`. */
const includes = (text: string, part: string): boolean => text.toUpperCase().includes(part.toUpperCase());

function isOrdered(member: Json, value: FilterValue, accepts: (order: number) => boolean): boolean {
  if (typeof member === 'number' && typeof value === 'number') return accepts(member - value);
  return typeof member === 'string' && typeof value === 'string' && accepts(compareTexts(member, value));
}

/** Whether a member contains a value, as `Containment` has it. */
function jsonContains(member: Json, value: Json): boolean {
  return contains(member, value) || (isItems(member) && member.some((item) => contains(item, value)));
}

function contains(member: Json, value: Json): boolean {
  if (isItems(value))
    return isItems(member) && value.every((part) => member.some((item) => contains(item, part)));
  if (isMembers(value)) {
    return (
      isMembers(member) && Object.entries(value).every(([name, part]) => containsMember(member, name, part))
    );
  }
  return jsonEqual(member, value);
}

function containsMember(members: JsonMembers, name: string, part: Json): boolean {
  const own = memberOf(members, name);
  return own !== undefined && contains(own, part);
}
