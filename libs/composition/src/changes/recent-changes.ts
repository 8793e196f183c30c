import { OUTBOX_START } from '@cairn/kernel';
import type { Change } from './change.js';

/** Maximum changes of an account that are returned at once. */
const MAX_TOLD = 1_000;

/** The latest changes of all accounts in the order of their positions, as far as they were read. */
export class RecentChanges {
  private changes: Change[] = [];
  /** All changes after `floor`, up to `position`, are here. */
  private floor = OUTBOX_START;
  private read = OUTBOX_START;

  constructor(readonly capacity: number) {}

  get position(): number {
    return this.read;
  }

  /** Forgets all changes. The next ones are those after the position. */
  restart(position: number): void {
    this.changes = [];
    this.floor = position;
    this.read = position;
  }

  add(change: Change): void {
    this.changes.push(change);
    // Several at a time, as each removal moves all others.
    if (this.changes.length < this.capacity * 1.1) return;
    const removed = this.changes.splice(0, this.changes.length - this.capacity);
    this.floor = removed.at(-1)?.position ?? this.floor;
  }

  /** All changes up to the position were added. */
  reach(position: number): void {
    this.read = position;
  }

  /** The account's changes after the position; `undefined` if not all of them are here, or they are too many. */
  after(position: number, owner: string): readonly Change[] | undefined {
    if (position < this.floor || position > this.read) return undefined;
    const found = this.changes.filter((change) => change.position > position && change.owner === owner);
    return found.length > MAX_TOLD ? undefined : found;
  }
}
