import { compareTexts } from '@cairn/kernel';
import type { MemberPath } from '@cairn/spaces';
import {
  termsOf,
  type Candidate,
  type IndexingStep,
  type IndexTerm,
  type TermRange,
} from '@cairn/spaces/spi';

/** Maps the values of a member to feature ids. */
export class MemoryIndex {
  private readonly ids = new Map<IndexTerm, Set<string>>();
  private readonly terms = new Map<string, IndexTerm>();
  private sorted: readonly IndexTerm[] | undefined;
  /** While it is built: the greatest indexed id. */
  private reached = '';

  constructor(
    readonly path: MemberPath,
    public isReady: boolean,
  ) {}

  /** Removes the entry if the feature has no value. */
  put(id: string, term: IndexTerm | undefined): void {
    this.remove(id);
    if (term === undefined) return;
    this.terms.set(id, term);
    const ids = this.ids.get(term);
    if (ids !== undefined) ids.add(id);
    else {
      this.ids.set(term, new Set([id]));
      this.sorted = undefined;
    }
  }

  remove(id: string): void {
    const term = this.terms.get(id) ?? '';
    this.terms.delete(id);
    const ids = this.ids.get(term);
    ids?.delete(id);
    if (ids?.size !== 0) return;
    this.ids.delete(term);
    this.sorted = undefined;
  }

  /** The ids in the ranges, if they are fewer than `most`. */
  find(ranges: readonly TermRange[], most: number): readonly string[] | undefined {
    const sorted = (this.sorted ??= [...this.ids.keys()].sort(compareTexts));
    const found: string[] = [];
    for (const [from, before] of ranges) {
      for (let at = firstFrom(sorted, from); at < sorted.length; at += 1) {
        const term = sorted[at] ?? '';
        if (compareTexts(term, before) >= 0) break;
        const ids = this.ids.get(term) ?? [];
        for (const id of ids) found.push(id);
        if (found.length >= most) return undefined;
      }
    }
    return found;
  }

  /** Indexes some more features, which come in ascending order of id. */
  build(features: readonly Candidate[], most: number): IndexingStep {
    const left = features.filter(({ feature }) => compareTexts(feature.id, this.reached) > 0);
    const next = left.slice(0, most);
    for (const { feature } of next) this.put(feature.id, termsOf(feature.body, [this.path])[0]);
    this.reached = next.at(-1)?.feature.id ?? this.reached;
    this.isReady = next.length === left.length;
    return { looked: next.length, left: left.length - next.length };
  }
}

function firstFrom(sorted: readonly IndexTerm[], from: IndexTerm): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareTexts(sorted[middle] ?? '', from) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
