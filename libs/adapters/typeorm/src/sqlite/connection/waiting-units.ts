import type { Statements } from '../../sql/statements.js';

/** The disk space that a unit of work may use when the disk is full. */
export type Room = 'disk' | 'reserve';

export interface UnitOptions {
  /** Default: `disk`. */
  readonly room?: Room | undefined;
  /** Whether nobody waits for it. */
  readonly isLowPriority?: boolean | undefined;
}

/** Answers the caller of a unit. */
export type Answer = () => void | Promise<void>;

export interface Unit extends UnitOptions {
  /** Returns a function that answers the caller once the changes are stored. */
  run(manager: Statements): Promise<Answer>;
  refuse(error: unknown): void;
}

/** Units of work that wait for the writing connection, in FIFO order. */
export class WaitingUnits {
  private readonly foreground: Unit[] = [];
  private readonly background: Unit[] = [];
  /** Whether the last group was a foreground group while background units waited. */
  private isBackgroundNext = false;

  get isEmpty(): boolean {
    return this.foreground.length + this.background.length === 0;
  }

  /** Whether a foreground unit waits that is not of low priority. */
  get isAnyoneWaiting(): boolean {
    return this.foreground.some(({ isLowPriority = false }) => !isLowPriority);
  }

  add(unit: Unit, where: 'foreground' | 'background'): void {
    this[where].push(unit);
  }

  /** Puts back the units of a group that there was no time for. */
  putBack(units: readonly Unit[]): void {
    this.foreground.unshift(...units);
  }

  /** Takes one background unit, or several foreground units. The foreground goes first, but not twice in a row. */
  takeGroup(maxSize: number): Unit[] {
    const isBackground =
      this.background.length > 0 && (this.isBackgroundNext || this.foreground.length === 0);
    this.isBackgroundNext = !isBackground && this.background.length > 0;
    return isBackground ? this.background.splice(0, 1) : this.foreground.splice(0, maxSize);
  }
}
