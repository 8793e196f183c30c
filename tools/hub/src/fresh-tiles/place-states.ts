/** What a place is after a write: there with this number, or gone. */
interface Change {
  readonly number: number;
  readonly isGone: boolean;
}

/** What a tile shows of a place: the number it has there, or nothing. */
export type Seen = number | undefined;

/** What was written to one place, one write after the other, each with the next number. */
export class PlaceStates {
  private readonly changes: Change[] = [{ number: 0, isGone: true }];
  private acknowledged = 0;

  /** The number of the last write that was answered. */
  get known(): number {
    return this.acknowledged;
  }

  get isGone(): boolean {
    return this.changes.at(-1)?.isGone ?? true;
  }

  /** A write begins, and gets its number. */
  begin(change: Pick<Change, 'isGone'>): number {
    const number = this.changes.length;
    this.changes.push({ number, ...change });
    return number;
  }

  /** The last write that began was answered. */
  acknowledge(): void {
    this.acknowledged = this.changes.length - 1;
  }

  /** Why a tile is wrong that was asked for when `known` was the last write that was answered; `undefined` if it is not. */
  faultOf(seen: Seen, known: number): string | undefined {
    const possible = this.changes.slice(known);
    if (seen === undefined)
      return possible.some(({ isGone }) => isGone) ? undefined : `lacks the place of write ${known}`;
    if (possible.some(({ number, isGone }) => !isGone && number === seen)) return undefined;
    return `shows write ${seen} after write ${known} was answered`;
  }
}
