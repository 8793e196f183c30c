import { isItems, isMembers, type Json } from '../../json/json.js';
import { compareTexts } from '@cairn/kernel';
import { searchedMatcher } from '../searching/criteria-matcher.js';
import type { FeatureQuery } from '../searching/feature-query.js';
import { type Candidate, type SearchedFeature, searchedFeature } from '../searching/searched-feature.js';
import { compareMembers, type SortedPlace, type SortKey } from '../searching/feature-sort.js';
import { Smallest } from './smallest.js';

/** Where a feature is in the order of a sort. */
export function sortedPlaceOf(searched: SearchedFeature, keys: readonly SortKey[]): SortedPlace {
  const members = keys.map(({ path }) => comparable(searched.memberAt(path) ?? null));
  return { id: searched.stored.id, members };
}

/**
 * Finds the first features of a query that has a `sort`. A store offers it every feature that may meet the criteria, in
 * any order, then reads those that `ids` names. It holds the ids and sorted members of `limit` features, not their
 * texts.
 */
export class SortedFeatures {
  private readonly accepts: (searched: SearchedFeature, candidate: Candidate) => boolean;
  private readonly first: Smallest<SortedPlace>;
  private readonly keys: readonly SortKey[];
  private readonly behind: SortedPlace | undefined;

  /** Leave out of the query the criteria that the store checks itself. */
  constructor(query: FeatureQuery) {
    const { sort = [], limit = Infinity, behind } = query;
    this.keys = sort;
    this.behind = behind;
    this.accepts = searchedMatcher(query);
    this.first = new Smallest<SortedPlace>(limit, (one, other) => this.compare(one, other));
  }

  offer(candidate: Candidate): void {
    const searched = searchedFeature(candidate);
    if (!this.accepts(searched, candidate)) return;
    const place = sortedPlaceOf(searched, this.keys);
    if (this.behind === undefined || this.compare(place, this.behind) > 0) this.first.offer(place);
  }

  /** In the order of the sort. */
  *ids(): Generator<string, void, undefined> {
    for (const { id } of this.first.inOrder()) yield id;
  }

  private compare(one: SortedPlace, other: SortedPlace): number {
    for (const [index, { direction }] of this.keys.entries()) {
      const order = compareMembers(one.members[index] ?? null, other.members[index] ?? null, direction);
      if (order !== 0) return order;
    }
    return compareTexts(one.id, other.id);
  }
}

/** Keeps only the type of an array or object, because that is all that the order depends on. */
function comparable(value: Json): Json {
  if (isItems(value)) return [];
  return isMembers(value) ? {} : value;
}
