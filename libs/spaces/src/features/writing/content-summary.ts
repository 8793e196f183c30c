import type { BoundingBox } from '@cairn/geometry';
import { type FeatureOutline, readOutline } from '../content/feature-outline.js';

/** The most different properties, and the most different tags, that are counted. */
export const MAX_COUNTED_NAMES = 256;

/** How many features have a type of geometry, or a tag. */
export interface NameCount {
  readonly name: string;
  readonly count: number;
}

/** How many features have a property with a value of that type. */
export interface PropertyCount extends NameCount {
  readonly type: string;
}

/** Statistics of the features of a space; plain data, as JSON has it. */
export interface ContentSummary {
  /** Total length of the texts of all features without their namespaces, in UTF-16 code units. */
  readonly length: number;
  /** No text is longer than this; absent if not known. Does not shrink until the last feature has gone. */
  readonly longest?: number | undefined;
  /** Features without a geometry are not counted. */
  readonly geometryTypes: readonly NameCount[];
  /**
   * The members of `properties`, but not those inside their values. A name comes once for each type: `string`,
   * `number`, `boolean`, `null`, `array`, `object`.
   */
  readonly properties: readonly PropertyCount[];
  readonly tags: readonly NameCount[];
  /** The empty longitudes around the meridian of 0; absent if something lies on it, or if not known. */
  readonly emptyMiddle?: EmptyMiddle | undefined;
  /**
   * False if features were erased by a filter, so that counts are estimates, or if there are more names than are
   * counted.
   */
  readonly isExact: boolean;
}

/** The longitudes between which there is no feature: the west is from -180 to 0, the east from 0 to 180. */
export type EmptyMiddle = readonly [west: number, east: number];

export const EMPTY_SUMMARY: ContentSummary = {
  length: 0,
  longest: 0,
  geometryTypes: [],
  properties: [],
  tags: [],
  emptyMiddle: [-180, 180],
  isExact: true,
};

/** What is counted of one feature. */
export interface SummarisedFeature {
  readonly outline: FeatureOutline;
  readonly tags: readonly string[];
  readonly boxes: readonly BoundingBox[];
  /** Length of its body. */
  readonly length: number;
}

/**
 * The summary after features came and went. The empty longitudes do not grow when features go. Features with the same
 * outline are counted together, because most features are alike.
 */
export function nextSummary(
  summary: ContentSummary,
  here: Iterable<SummarisedFeature>,
  gone: Iterable<SummarisedFeature>,
): ContentSummary {
  const change = new SummaryChange();
  for (const feature of here) change.add(feature, 1);
  for (const feature of gone) change.add(feature, -1);
  return change.appliedTo(summary);
}

/** The summary after this many of all features went, assuming that they were like the others. */
export function reducedSummary(summary: ContentSummary, deleted: number, total: number): ContentSummary {
  const rest = (count: number): number => Math.ceil(count * (1 - deleted / total));
  const reduced = <T extends NameCount>(counts: readonly T[]): readonly T[] =>
    counts.map((counted) => ({ ...counted, count: rest(counted.count) }));
  return {
    length: rest(summary.length),
    ...longestOf(summary.longest),
    geometryTypes: reduced(summary.geometryTypes),
    properties: reduced(summary.properties),
    tags: reduced(summary.tags),
    ...middleOf(summary.emptyMiddle),
    isExact: false,
  };
}

class SummaryChange {
  private readonly outlines = new Map<FeatureOutline, number>();
  private readonly tags = new Map<string, number>();
  private readonly come: BoundingBox[] = [];
  private length = 0;
  private longest = 0;

  add({ outline, tags, boxes, length }: SummarisedFeature, count: 1 | -1): void {
    if (count > 0) {
      this.come.push(...boxes);
      this.longest = Math.max(this.longest, length);
    }
    increase(this.outlines, outline, count);
    for (const tag of tags) increase(this.tags, tag, count);
    this.length += count * length;
  }

  appliedTo(summary: ContentSummary): ContentSummary {
    const types = new Map<string, number>();
    const properties = new Map<string, number>();
    let isWhole = true;
    for (const [outline, count] of this.outlines) {
      if (count === 0) continue;
      const { geometryType, members, isCut } = readOutline(outline);
      if (geometryType !== '') increase(types, geometryType, count);
      for (const member of members) increase(properties, member, count);
      isWhole = isWhole && !isCut;
    }
    const counted = new Counted();
    return {
      length: Math.max(0, summary.length + this.length),
      ...longestOf(summary.longest === undefined ? undefined : Math.max(summary.longest, this.longest)),
      geometryTypes: counted.named(summary.geometryTypes, types),
      properties: counted.typed(summary.properties, properties),
      tags: counted.named(summary.tags, this.tags),
      ...middleOf(emptyWith(summary.emptyMiddle, this.come)),
      isExact: summary.isExact && isWhole && !counted.isFull,
    };
  }
}

const longestOf = (longest: number | undefined): Pick<ContentSummary, 'longest'> =>
  longest === undefined ? {} : { longest };

/** How long one feature is at most, in UTF-16 code units. */
export const mostOfOne = ({ length, longest = length }: Pick<ContentSummary, 'length' | 'longest'>): number =>
  longest;

const middleOf = (emptyMiddle: EmptyMiddle | undefined): Pick<ContentSummary, 'emptyMiddle'> =>
  emptyMiddle === undefined ? {} : { emptyMiddle };

function emptyWith(empty: EmptyMiddle | undefined, boxes: readonly BoundingBox[]): EmptyMiddle | undefined {
  if (empty === undefined || boxes.some(([west, , east]) => west <= 0 && east >= 0)) return undefined;
  let [least, most] = empty;
  for (const [west, , east] of boxes) {
    if (west > 0) most = Math.min(most, west);
    else least = Math.max(least, east);
  }
  return [least, most];
}

/** Adds up counts, for as many names as are counted. */
class Counted {
  isFull = false;

  named(before: readonly NameCount[], change: ReadonlyMap<string, number>): readonly NameCount[] {
    if (change.size === 0) return before;
    const counts = new Map(before.map(({ name, count }) => [name, count]));
    return this.apply(counts, change).map(([name, count]) => ({ name, count }));
  }

  /** Names of the change have a type in front: `number size`. */
  typed(before: readonly PropertyCount[], change: ReadonlyMap<string, number>): readonly PropertyCount[] {
    if (change.size === 0) return before;
    const counts = new Map(before.map(({ name, type, count }) => [`${type} ${name}`, count]));
    return this.apply(counts, change).map(([typed, count]) => {
      const space = typed.indexOf(' ');
      return { name: typed.slice(space + 1), type: typed.slice(0, space), count };
    });
  }

  private apply(counts: Map<string, number>, change: ReadonlyMap<string, number>): [string, number][] {
    for (const [name, count] of change) {
      if (counts.has(name) || counts.size < MAX_COUNTED_NAMES) increase(counts, name, count);
      else this.isFull = true;
    }
    return [...counts].filter(([, count]) => count > 0);
  }
}

function increase(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}
