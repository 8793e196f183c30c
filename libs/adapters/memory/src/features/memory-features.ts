import { compareTexts } from '@cairn/kernel';
import { EMPTY_HEAD, type MemberPath, type PropertyFilter, type StoredFeature } from '@cairn/spaces';
import {
  type Candidate,
  type ContentHead,
  copyText,
  type EndedFeature,
  type FeatureCopy,
  type FeaturePut,
  type FormerFeature,
  indexedComparisons,
  type IndexingStep,
  LEAST_LARGE_BODY,
  termsOf,
  type UncopiedFeature,
  wasAt,
} from '@cairn/spaces/spi';
import { MemoryIndex } from './memory-index.js';

/** The history of the features of one space, for the versions that it keeps. */
class MemoryHistory {
  /** Former features by id, and all of them, in the order in which they ended. */
  private readonly byId = new Map<string, readonly EndedFeature[]>();
  private readonly all: EndedFeature[] = [];

  /** Adds the features that the version of the head ended, and removes those that are in no kept version. */
  add(features: readonly StoredFeature[], { version, oldestVersion }: ContentHead): void {
    for (const feature of features) {
      const ended = { feature, ended: version };
      this.all.push(ended);
      this.byId.set(feature.id, [...this.of(feature.id), ended]);
    }
    const needed = this.all.findIndex(({ ended }) => ended > oldestVersion);
    const forgotten = this.all.splice(0, needed === -1 ? this.all.length : needed);
    for (const { feature } of forgotten) this.forgetFirst(feature.id);
  }

  /** The former features among them. */
  find(wanted: readonly FormerFeature[]): readonly EndedFeature[] {
    return wanted.flatMap(({ id, version }) => this.of(id).filter((one) => wasAt(one, version)));
  }

  private of(id: string): readonly EndedFeature[] {
    return this.byId.get(id) ?? [];
  }

  private forgetFirst(id: string): void {
    const [, ...left] = this.of(id);
    if (left.length > 0) this.byId.set(id, left);
    else this.byId.delete(id);
  }
}

let contents = 0;

/** Simplified copies of the large features of one space. Copies of changed or removed features are not found. */
class MemoryCopies {
  /** Identifies the features of the space. */
  readonly content = String((contents += 1));
  private readonly copies = new WeakMap<StoredFeature, ReadonlyMap<number, string>>();

  uncopied(features: readonly Candidate[]): readonly UncopiedFeature[] {
    return features.flatMap(({ feature }) =>
      feature.body.length < LEAST_LARGE_BODY || this.copies.has(feature)
        ? []
        : [{ key: this.keyOf(feature), body: feature.body }],
    );
  }

  add(key: string, copies: readonly FeatureCopy[], features: readonly Candidate[]): void {
    const found = features.find(({ feature }) => this.keyOf(feature) === key);
    if (found === undefined) return;
    this.copies.set(found.feature, new Map(copies.map(({ part, body }) => [part, body])));
  }

  /** The text of the first of these copies that exists. */
  textOf(feature: StoredFeature, parts: readonly number[] = []): string | undefined {
    const copies = this.copies.get(feature);
    const part = parts.find((one) => copies?.has(one));
    const body = part === undefined ? undefined : copies?.get(part);
    return body === undefined || part === undefined ? undefined : copyText({ ...feature, body }, part);
  }

  private keyOf({ id, version }: StoredFeature): string {
    return JSON.stringify([this.content, id, version]);
  }
}

/** The number of features per step of building an index. */
const LOOKED_AT_ONCE = 500;
/** An index is used only if it selects less than one in this many features. */
const ONE_IN = 4;

/** The features of one space, with snapshots sorted by id. */
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

  /** Advances to the next version, which replaced or removed these features. */
  advance(head: ContentHead, ended: readonly StoredFeature[]): void {
    this.current = { ...head, content: this.copies.content };
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

  /** An immutable snapshot: later writes create a new array. */
  snapshot(): readonly Candidate[] {
    return (this.sorted ??= [...this.byId.values()].sort((one, other) =>
      compareTexts(one.feature.id, other.feature.id),
    ));
  }

  /** The features of the snapshot that may match the filter, according to an index. */
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

  /** Adds and removes indexes to match these paths. */
  wantIndexes(paths: readonly MemberPath[]): void {
    const wanted = new Map(paths.map((path) => [JSON.stringify(path), path]));
    for (const name of this.indexes.keys()) if (!wanted.has(name)) this.indexes.delete(name);
    for (const [name, path] of wanted)
      if (!this.indexes.has(name)) this.indexes.set(name, new MemoryIndex(path, this.byId.size === 0));
  }

  /** Builds a part of an index; `undefined` if all are ready. */
  buildIndexes(): IndexingStep | undefined {
    for (const index of this.indexes.values())
      if (!index.isReady) return index.build(this.snapshot(), LOOKED_AT_ONCE);
    return undefined;
  }

  /** The paths of the ready indexes. */
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

/** The feature with tags of its own. */
export const copyOf = (feature: StoredFeature): StoredFeature => ({ ...feature, tags: [...feature.tags] });

/** The head with a summary of its own. */
export function copyOfHead(head: ContentHead): ContentHead {
  const [west, south, east, north] = head.bounds ?? [0, 0, 0, 0];
  const { geometryTypes, properties, tags } = head.summary;
  return {
    ...head,
    bounds: head.bounds === undefined ? undefined : [west, south, east, north],
    summary: {
      ...head.summary,
      geometryTypes: geometryTypes.map((counted) => ({ ...counted })),
      properties: properties.map((counted) => ({ ...counted })),
      tags: tags.map((counted) => ({ ...counted })),
    },
  };
}
