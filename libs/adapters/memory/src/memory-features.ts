import {
  compareTexts,
  EMPTY_HEAD,
  type Candidate,
  type ContentHead,
  type FeaturePut,
  type IndexingStep,
  indexedComparisons,
  type MemberPath,
  type PropertyFilter,
  termsOf,
  type StoredFeature,
} from '@cairn/spaces';
import { MemoryCopies } from './memory-copies.js';
import { MemoryHistory } from './memory-history.js';
import { MemoryIndex } from './memory-index.js';

/** Features that are looked at in one step of building an index. */
const LOOKED_AT_ONCE = 500;
/** An index is asked where it leaves less than one feature in so many. */
const ONE_IN = 4;

/** The features of one space, and those of a moment by ascending id. */
export class MemoryFeatures {
  readonly history = new MemoryHistory();
  readonly copies = new MemoryCopies();
  private readonly indexes = new Map<string, MemoryIndex>();
  private readonly byId = new Map<string, Candidate>();
  private sorted: readonly Candidate[] | undefined;
  private current: ContentHead = EMPTY_HEAD;

  get head(): ContentHead {
    return this.current;
  }

  /** Takes the next version, which ended these features as they were. */
  advance(head: ContentHead, ended: readonly StoredFeature[]): void {
    this.current = head;
    this.history.add(ended, head);
  }

  get(id: string): StoredFeature | undefined {
    return this.byId.get(id)?.feature;
  }

  put({ feature, boxes }: FeaturePut): void {
    this.byId.set(feature.id, { feature, boxes: boxes.map(([w, s, e, n]) => [w, s, e, n] as const) });
    this.indexed(feature);
    this.sorted = undefined;
  }

  remove(id: string): void {
    this.byId.delete(id);
    for (const index of this.indexes.values()) index.remove(id);
    this.sorted = undefined;
  }

  /** What is there now: later writes make another array. */
  snapshot(): readonly Candidate[] {
    return (this.sorted ??= [...this.byId.values()].sort((one, other) =>
      compareTexts(one.feature.id, other.feature.id),
    ));
  }

  /** Those of the snapshot that the filter may hold for, as far as an index tells. */
  candidates(filter: PropertyFilter | undefined): readonly Candidate[] {
    const most = this.byId.size / ONE_IN;
    let fewest: readonly string[] | undefined;
    for (const { path, ranges } of indexedComparisons(filter)) {
      const index = this.indexes.get(JSON.stringify(path));
      const ids = index?.isReady === true ? index.find(ranges, fewest?.length ?? most) : undefined;
      if (ids !== undefined) fewest = ids;
    }
    if (fewest === undefined) return this.snapshot();
    return [...fewest].sort(compareTexts).flatMap((id) => this.byId.get(id) ?? []);
  }

  /** Adds and removes indexes, so that there are those of these paths. */
  wantIndexes(paths: readonly MemberPath[]): void {
    const wanted = new Map(paths.map((path) => [JSON.stringify(path), path]));
    for (const name of this.indexes.keys()) if (!wanted.has(name)) this.indexes.delete(name);
    for (const [name, path] of wanted)
      if (!this.indexes.has(name)) this.indexes.set(name, new MemoryIndex(path, this.byId.size === 0));
  }

  /** Builds a part of an index; `undefined` where all are ready. */
  buildIndexes(): IndexingStep | undefined {
    for (const index of this.indexes.values())
      if (!index.isReady) return index.build(this.snapshot(), LOOKED_AT_ONCE);
    return undefined;
  }

  /** The paths of the indexes that are ready. */
  ready(): readonly MemberPath[] {
    return [...this.indexes.values()].filter(({ isReady }) => isReady).map(({ path }) => [...path]);
  }

  private indexed({ id, body }: StoredFeature): void {
    if (this.indexes.size === 0) return;
    const indexes = [...this.indexes.values()];
    const terms = termsOf(
      body,
      indexes.map(({ path }) => path),
    );
    for (const [place, index] of indexes.entries()) index.put(id, terms[place]);
  }
}
