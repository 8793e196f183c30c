import {
  type ContentHead,
  type EndedFeature,
  type FormerFeature,
  type StoredFeature,
  wasAt,
} from '@cairn/spaces';

/** The features of one space as they were at the versions that it keeps. */
export class MemoryHistory {
  /** Of each feature in the order in which they ended, and so all of them. */
  private readonly byId = new Map<string, readonly EndedFeature[]>();
  private readonly all: EndedFeature[] = [];

  /** Adds those that the version of the head ended, and forgets those that no kept version has. */
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

  /** Those that were there. */
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
