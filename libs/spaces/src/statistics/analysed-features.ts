import { type BoundingBox, boundingBoxesOf } from '@cairn/geometry';
import { outlineOf } from '../features/content/feature-outline.js';
import { compareMembers } from '../features/searching/feature-sort.js';
import { searchedMatcher } from '../features/searching/criteria-matcher.js';
import { type Candidate, searchedFeature } from '../features/searching/searched-feature.js';
import { boundsOf } from '../features/writing/bounds.js';
import { EMPTY_SUMMARY, nextSummary, type SummarisedFeature } from '../features/writing/content-summary.js';
import type { Json } from '../json/json.js';
import {
  type Analysis,
  type AnalysisQuery,
  type Bin,
  type Groups,
  type Histogram,
  MAX_GROUPS,
  type ValueCount,
} from '../features/analytics/analysis-query.js';
import { TimePeriods } from './time-periods.js';

/** Longer texts are not distinguished, which bounds memory. */
const MAX_TEXT_LENGTH = 1_024;

/** Counts the values of a member. */
class ValueGroups {
  private readonly counts = new Map<ValueCount['value'], number>();
  private missing = 0;
  private untold = 0;

  constructor(private readonly top: number) {}

  offer(member: Json | undefined): void {
    if (typeof member !== 'string' && typeof member !== 'number' && typeof member !== 'boolean') {
      this.missing += 1;
      return;
    }
    const known = this.counts.get(member);
    const isTold = this.counts.size < MAX_GROUPS && !(typeof member === 'string' && isLong(member));
    if (known !== undefined || isTold) this.counts.set(member, (known ?? 0) + 1);
    else this.untold += 1;
  }

  result(): Groups {
    const all = [...this.counts].map(([value, count]): ValueCount => ({ value, count }));
    all.sort((one, other) => other.count - one.count || compareMembers(one.value, other.value, 'ascending'));
    const others = all.slice(this.top).reduce((sum, { count }) => sum + count, this.untold);
    return {
      top: all.slice(0, this.top),
      others,
      missing: this.missing,
      distinct: all.length,
      isExact: this.untold === 0,
    };
  }
}

const isLong = (text: string): boolean => text.length > MAX_TEXT_LENGTH;

/** Holds the numbers of a member, 8 bytes each, until their range is known. */
class NumberBins {
  private numbers = new Float64Array(1_024);
  private count = 0;
  private missing = 0;

  constructor(private readonly bins: number) {}

  offer(member: Json | undefined): void {
    if (typeof member !== 'number' || !Number.isFinite(member)) {
      this.missing += 1;
      return;
    }
    if (this.count === this.numbers.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count] = member;
    this.count += 1;
  }

  result(): Histogram {
    const { missing } = this;
    const numbers = this.numbers.subarray(0, this.count);
    let [least, most] = [Infinity, -Infinity];
    for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
    if (numbers.length === 0) return { bins: [], missing };
    const size = least === most ? 1 : this.bins;
    // Computed with halves, because the range of all doubles is more than a double holds.
    const width = most / size - least / size;
    const counts = new Array<number>(size).fill(0);
    for (const number of numbers) {
      const place = width === 0 ? 0 : Math.min(size - 1, Math.floor(number / width - least / width));
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const edge = (place: number): number => (place === size ? most : least + width * place);
    const bins = counts.map((count, place): Bin => ({ from: edge(place), to: edge(place + 1), count }));
    return { bins, missing };
  }
}

/** Features that are summarised together. */
const AT_ONCE = 500;

/**
 * Analyses features. A store offers it every feature that may meet the criteria, in any order. It holds counts, and the
 * numbers of a histogram, not the features.
 */
export class AnalysedFeatures {
  private readonly accepts: ReturnType<typeof searchedMatcher>;
  private readonly groups: ValueGroups | undefined;
  private readonly bins: NumberBins | undefined;
  private readonly periods: TimePeriods | undefined;
  private total = 0;
  private bounds: BoundingBox | undefined;
  private summary = EMPTY_SUMMARY;
  private waiting: SummarisedFeature[] = [];

  constructor(private readonly query: AnalysisQuery) {
    const { groupBy, histogram, timeBuckets } = query;
    this.accepts = searchedMatcher(query);
    this.groups = groupBy && new ValueGroups(groupBy.top);
    this.bins = histogram && new NumberBins(histogram.bins);
    this.periods = timeBuckets && new TimePeriods(timeBuckets.interval);
  }

  offer(candidate: Candidate): void {
    const searched = searchedFeature(candidate);
    if (!this.accepts(searched, candidate)) return;
    const { geometry, properties } = searched.feature;
    const boxes = candidate.boxes ?? (geometry ? boundingBoxesOf(geometry) : []);
    this.total += 1;
    this.bounds = boundsOf([this.bounds, ...boxes]);
    const { body, tags } = candidate.feature;
    const outline = outlineOf(geometry?.type, properties ?? {});
    this.waiting.push({ outline, tags, boxes, length: body.length });
    if (this.waiting.length === AT_ONCE) this.summarise();
    const { groupBy, histogram, timeBuckets } = this.query;
    if (groupBy !== undefined) this.groups?.offer(searched.memberAt(groupBy.path));
    if (histogram !== undefined) this.bins?.offer(searched.memberAt(histogram.path));
    if (timeBuckets !== undefined) this.periods?.offer(searched.memberAt(timeBuckets.path));
  }

  result(): Analysis {
    this.summarise();
    const { total, bounds, summary } = this;
    return {
      total,
      bounds,
      summary: inOrder(summary),
      groups: this.groups?.result(),
      histogram: this.bins?.result(),
      timeBuckets: this.periods?.result(),
    };
  }

  private summarise(): void {
    this.summary = nextSummary(this.summary, this.waiting, []);
    this.waiting = [];
  }
}

/** Sorts the counts, so that the summary is the same for any order of the features if all of them were counted. */
function inOrder(summary: typeof EMPTY_SUMMARY): typeof EMPTY_SUMMARY {
  const sorted = <T extends { readonly name: string }>(counts: readonly T[]): readonly T[] =>
    [...counts].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  const { geometryTypes, properties, tags } = summary;
  const byType = [...properties].sort((one, other) => (one.type < other.type ? -1 : 1));
  return {
    ...summary,
    geometryTypes: sorted(geometryTypes),
    properties: sorted(byType),
    tags: sorted(tags),
  };
}
