import {
  compareTexts,
  EMPTY_HEAD,
  type Candidate,
  type ContentHead,
  type FeaturePut,
  type StoredFeature,
} from '@cairn/spaces';

/** The features of one space, and those of a moment by ascending id. */
export class MemoryFeatures {
  head: ContentHead = EMPTY_HEAD;
  private readonly byId = new Map<string, Candidate>();
  private sorted: readonly Candidate[] | undefined;

  get(id: string): StoredFeature | undefined {
    return this.byId.get(id)?.feature;
  }

  put({ feature, boxes }: FeaturePut): void {
    this.byId.set(feature.id, { feature, boxes: boxes.map(([w, s, e, n]) => [w, s, e, n] as const) });
    this.sorted = undefined;
  }

  remove(id: string): void {
    this.byId.delete(id);
    this.sorted = undefined;
  }

  /** What is there now: later writes make another array. */
  snapshot(): readonly Candidate[] {
    return (this.sorted ??= [...this.byId.values()].sort((one, other) =>
      compareTexts(one.feature.id, other.feature.id),
    ));
  }
}
