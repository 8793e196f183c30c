import type { ContentChange } from './content-change.js';
import type { OverlaidFeature } from './overlay.js';

/** Maximum features of an overlay: each search looks at all of them. */
export const MAX_OVERLAID = 2_000;

/** What was written of a feature last: the feature, or nothing if it was removed. */
interface LoggedChange {
  readonly version: number;
  readonly overlaid: OverlaidFeature | undefined;
}

/** Memory of a feature besides its text and id, roughly. */
const FEATURE_BYTES = 500;

/** The latest changes of a content, by the ids of their features. */
export class ChangeLog {
  private readonly changes = new Map<string, LoggedChange>();
  private bytes = 0;

  get size(): number {
    return this.changes.size;
  }

  /** Memory, roughly. */
  get sizeInBytes(): number {
    return this.bytes;
  }

  get isFull(): boolean {
    return this.size > MAX_OVERLAID;
  }

  *entries(): Generator<readonly [id: string, overlaid: OverlaidFeature | undefined]> {
    for (const [id, { overlaid }] of this.changes) yield [id, overlaid];
  }

  /** Changes must come in the order of their versions. */
  add({ version, features, removed }: ContentChange): void {
    for (const overlaid of features) this.set(overlaid.feature.id, { version, overlaid });
    for (const id of removed) this.set(id, { version, overlaid: undefined });
  }

  /** Only what came after that version. */
  since(version: number): ChangeLog {
    const later = new ChangeLog();
    for (const [id, change] of this.changes) if (change.version > version) later.set(id, change);
    return later;
  }

  private set(id: string, change: LoggedChange): void {
    const before = this.changes.get(id);
    this.bytes += bytesOf(change) - (before === undefined ? 0 : bytesOf(before));
    this.changes.set(id, change);
  }
}

const bytesOf = ({ overlaid }: LoggedChange): number =>
  FEATURE_BYTES + 2 * (overlaid?.feature.body.length ?? 0);
