import type { Comparison, MemberPath, PropertyFilter } from '../searching/property-filter.js';
import { type TermRanges, termRangesOf } from './term-ranges.js';

/** A comparison that holds wherever a filter does, as an index of its member has it. */
export interface IndexedComparison extends Pick<TermRanges, 'ranges' | 'terms'> {
  readonly path: MemberPath;
  /** Whether the filter holds for everything that is there. */
  readonly isWhole: boolean;
}

/** What an index could be asked to narrow a search by the filter. */
export function indexedComparisons(filter: PropertyFilter | undefined): readonly IndexedComparison[] {
  if (filter === undefined) return [];
  const parts = conjunctsOf(filter);
  return parts.flatMap((part): readonly IndexedComparison[] => {
    if (part.kind !== 'compare') return [];
    const found = termRangesOf(part);
    if (found === undefined) return [];
    const { ranges, terms, isExact } = found;
    return [{ path: part.path, ranges, terms, isWhole: isExact && parts.length === 1 }];
  });
}

/** Filters that must all hold. None is an `and`. */
export function conjunctsOf(filter: PropertyFilter): readonly (Comparison | PropertyFilter)[] {
  return filter.kind === 'and' ? filter.filters.flatMap(conjunctsOf) : [filter];
}
