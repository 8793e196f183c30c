import {
  type Candidate,
  copyText,
  type FeatureCopy,
  LEAST_LARGE_BODY,
  type StoredFeature,
  type UncopiedFeature,
} from '@cairn/spaces';

let contents = 0;

/** The copies of the large features of one space. Those of features that have changed or gone are not found. */
export class MemoryCopies {
  private readonly number = (contents += 1);
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

  /** That of the first of these copies that the feature has. */
  textOf(feature: StoredFeature, parts: readonly number[] = []): string | undefined {
    const copies = this.copies.get(feature);
    const part = parts.find((one) => copies?.has(one));
    const body = part === undefined ? undefined : copies?.get(part);
    return body === undefined || part === undefined ? undefined : copyText({ ...feature, body }, part);
  }

  private keyOf({ id, version }: StoredFeature): string {
    return JSON.stringify([this.number, id, version]);
  }
}
