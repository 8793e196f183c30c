import { Clock, type PortsOf, walk } from '@cairn/kernel';
import { type Caller, isGiven } from '../caller.js';
import { SpaceNotFound } from '../errors.js';
import type { SpaceSettings } from '../registry/settings/space-settings.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { type ContentState, FeatureStore } from './feature-store.js';
import type { FeatureCriteria } from './searching/feature-query.js';
import { declaredKeys, keyOf, searchableMembers } from './indexing/indexed-paths.js';
import type { Comparison, MemberPath, PropertyFilter } from './searching/property-filter.js';
import { type TermRanges, termRangesOf } from './indexing/term-ranges.js';

/** A smaller space is searched in milliseconds without an index. */
const LEAST_FEATURES = 10_000;
/** This many searches within an hour are worth an index. */
const OFTEN = 10;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An index that nobody asked for in this time is removed. */
const KEPT_MS = 7 * DAY_MS;
/**
 * An index that was asked for within this time is not given up for another: both would be built over and over. Times
 * are up to a day late.
 */
const SETTLED_MS = 2 * DAY_MS;
/** Each index takes 10 to 30 µs whenever a feature is written. */
const MOST_INDEXES = 8;
/** Maximum terms in all indexes of a space together, about a gigabyte. */
const MOST_TERMS = 20_000_000;
/** Maximum members of spaces that are watched at once. */
const MOST_WATCHED = 1_000;
const PAGE = 100;

interface Watched {
  readonly spaceId: string;
  readonly key: string;
  readonly since: number;
  readonly count: number;
}

/**
 * Indexes the members that searches of a large space ask for often. Removes such an index once searches no longer ask
 * for it.
 */
export class IndexByUse {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore, clock: Clock };

  private readonly watched = new Map<string, Watched>();
  private lookedAt: number;

  constructor(private readonly ports: PortsOf<typeof IndexByUse.ports>) {
    // The first check is an hour after the start, so that servers that are started every day check, too.
    this.lookedAt = ports.clock.now() - DAY_MS + HOUR_MS;
  }

  /**
   * Notes what a search asks for. Returns keys for `searchableProperties`, any of which would save the search from
   * reading all features. Returns none if the space is small, a place narrows the search, or it has an index. Does not
   * count searches by callers who may read the space only because it is shared, or by a link: an index slows down the
   * writes of others.
   */
  note(caller: Caller, content: ContentState, criteria: FeatureCriteria): readonly string[] {
    const { filter, boxes, spatial, window } = criteria;
    if (content.head.total < LEAST_FEATURES || boxes !== undefined) return [];
    if (spatial !== undefined || window !== undefined) return [];
    const { id, settings } = content.space;
    const asked = new Set(indexedComparisons(filter).flatMap(({ path }) => keyOf(path) ?? []));
    const used = searchableMembers(settings).filter(({ path }) => asked.has(keyOf(path) ?? ''));
    const wanted = used.length > 0 ? [] : wantedOf(asked, settings);
    if (caller.isStranger === true || !isGiven(caller, 'readFeatures', content.space)) return wanted;
    for (const { key, isByUse } of used) if (isByUse) this.watch(id, key, OFTEN);
    for (const key of wanted) this.watch(id, key, 1);
    return wanted;
  }

  /** Asks for indexes that searches asked for often, and drops those that no search asked for in a week; for a job. */
  async apply(): Promise<void> {
    const now = this.ports.clock.now();
    const asked = new Map<string, string[]>();
    for (const [name, { spaceId, key, count }] of this.watched) {
      if (count < OFTEN) continue;
      this.watched.delete(name);
      asked.set(spaceId, [...(asked.get(spaceId) ?? []), key]);
    }
    for (const [spaceId, keys] of asked) await this.change(spaceId, keys);
    if (now - this.lookedAt < DAY_MS) return;
    this.lookedAt = now;
    await this.dropUnused();
  }

  private async dropUnused(): Promise<void> {
    for await (const page of walk((after) => this.ports.spaces.list({}, { after, limit: PAGE })))
      for (const { id, settings } of page) if (settings.indexedByUse !== undefined) await this.change(id, []);
  }

  private watch(spaceId: string, key: string, times: number): void {
    const now = this.ports.clock.now();
    const name = JSON.stringify([spaceId, key]);
    const known = this.watched.get(name);
    const { count, since } =
      known !== undefined && now - known.since < HOUR_MS ? known : { count: 0, since: now };
    this.watched.delete(name); // so that the most recently watched member is the last one in the map
    this.watched.set(name, { spaceId, key, since, count: count + times });
    const [oldest] = this.watched.keys();
    if (this.watched.size > MOST_WATCHED && oldest !== undefined) this.watched.delete(oldest);
  }

  private async change(spaceId: string, asked: readonly string[]): Promise<void> {
    const { spaces, features, clock } = this.ports;
    try {
      const { total } = await features.statistics(spaceId);
      const changed = (settings: SpaceSettings): SpaceSettings =>
        withIndexes(settings, { asked, total, now: clock.now() });
      const { settings } = await spaces.get(spaceId);
      if (JSON.stringify(changed(settings)) === JSON.stringify(settings)) return;
      await spaces.update(spaceId, (space) => ({ ...space, settings: changed(space.settings) }));
    } catch (error) {
      if (!(error instanceof SpaceNotFound)) throw error;
    }
  }
}

/** At most as many as a space may have, so that one search cannot displace all watched members. */
function wantedOf(asked: ReadonlySet<string>, settings: SpaceSettings): readonly string[] {
  const declared = declaredKeys(settings);
  return [...asked].filter((key) => !declared.has(key)).slice(0, MOST_INDEXES);
}

interface Use {
  readonly asked: readonly string[];
  readonly total: number;
  readonly now: number;
}

/** Keeps the indexes that are in use. Then adds the most recently requested ones, as far as there is room. */
function withIndexes(settings: SpaceSettings, { asked, total, now }: Use): SpaceSettings {
  const { indexedByUse = {}, ...others } = settings;
  const times = new Map(Object.entries(indexedByUse));
  for (const key of asked) {
    const at = times.get(key) ?? 0;
    times.set(key, now - at < DAY_MS ? at : now); // to avoid a write for every search
  }
  const most = Math.min(MOST_INDEXES, Math.floor(MOST_TERMS / Math.max(total, 1)));
  const declared = declaredKeys(settings);
  const isSettled = (key: string): boolean =>
    Object.hasOwn(indexedByUse, key) && now - (times.get(key) ?? 0) < SETTLED_MS;
  const kept = [...times]
    .filter(([key, at]) => now - at < KEPT_MS && !declared.has(key))
    .sort(
      ([key, at], [otherKey, otherAt]) =>
        Number(isSettled(otherKey)) - Number(isSettled(key)) || otherAt - at,
    )
    .slice(0, most);
  return kept.length === 0 ? others : { ...others, indexedByUse: Object.fromEntries(kept) };
}

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
