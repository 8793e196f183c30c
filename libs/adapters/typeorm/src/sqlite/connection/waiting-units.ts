import type { Statements } from '../../sql/statements.js';

/** What a unit of work may use when the disk is full. */
export type Room = 'disk' | 'reserve';

export interface UnitOptions {
  /** By default `disk`. */
  readonly room?: Room | undefined;
  /** Whether nobody waits for it. */
  readonly isLowPriority?: boolean | undefined;
}

/** Answers the caller of a unit. */
export type Answer = () => void | Promise<void>;

export interface Unit extends UnitOptions {
  /** Returns what answers the caller once it is stored. */
  run(manager: Statements): Promise<Answer>;
  refuse(error: unknown): void;
}

/** Units of work that wait for the writing connection, in the order in which they came. */
export class WaitingUnits {
  private readonly foreground: Unit[] = [];
  private readonly background: Unit[] = [];
  /** Whether others have gone first. */
  private isBackgroundNext = false;

  get isEmpty(): boolean {
    return this.foreground.length + this.background.length === 0;
  }

  /** Whether someone waits for one that is not in the background. */
  get isAnyoneWaiting(): boolean {
    return this.foreground.some(({ isLowPriority = false }) => !isLowPriority);
  }

  add(unit: Unit, where: 'foreground' | 'background'): void {
    this[where].push(unit);
  }

  /** For those of a group that there was no time for. */
  putBack(units: readonly Unit[]): void {
    this.foreground.unshift(...units);
  }

  /** One unit in the background, or several others: these go first, but not twice in a row. */
  takeGroup(maxSize: number): Unit[] {
    const isBackground =
      this.background.length > 0 && (this.isBackgroundNext || this.foreground.length === 0);
    this.isBackgroundNext = !isBackground && this.background.length > 0;
    return isBackground ? this.background.splice(0, 1) : this.foreground.splice(0, maxSize);
  }
}
