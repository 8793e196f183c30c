import type { Comparison, MemberPath, PropertyFilter } from '../searching/property-filter.js';
import { type TermRanges, termRangesOf } from './term-ranges.js';

/** A comparison that follows from a filter, in the form that an index of its member can answer. */
export interface IndexedComparison extends Pick<TermRanges, 'ranges' | 'terms'> {
  readonly path: MemberPath;
  /** Whether the filter holds for everything in the ranges. */
  readonly isWhole: boolean;
}

/** The comparisons by which an index could narrow a search with this filter. */
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

/** Filters that must all hold. None of them is an `and`. */
export function conjunctsOf(filter: PropertyFilter): readonly (Comparison | PropertyFilter)[] {
  return filter.kind === 'and' ? filter.filters.flatMap(conjunctsOf) : [filter];
}
