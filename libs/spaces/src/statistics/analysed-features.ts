import { type BoundingBox, boundingBoxesOf } from '@cairn/geometry';
import { outlineOf } from '../features/content/feature-outline.js';
import { type Candidate, searchedMatcher } from '../features/searching/criteria-matcher.js';
import { SearchedFeature } from '../features/searching/searched-feature.js';
import { boundsOf } from '../features/writing/bounds.js';
import { EMPTY_SUMMARY, nextSummary, type SummarisedFeature } from '../features/writing/content-summary.js';
import type { Analysis, AnalysisQuery } from './analysis-query.js';
import { NumberBins } from './number-bins.js';
import { TimePeriods } from './time-periods.js';
import { ValueGroups } from './value-groups.js';

/** Features that are summarised together. */
const AT_ONCE = 500;

/**
 * Finds out what features are like. A store shows it, in any order, every feature that may meet the criteria. It holds
 * counts, and the numbers of a histogram, not the features.
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
    const searched = new SearchedFeature(candidate.feature);
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

/** The same whatever order the features came in, where all were counted. */
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
