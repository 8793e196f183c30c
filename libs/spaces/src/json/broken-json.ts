/** A text is no JSON. */
export class BrokenJson extends Error {
  readonly code = 'broken-json';

  constructor(
    readonly offsetInBytes: number,
    /** A phrase to put after a name of the text: `is cut short`. */
    readonly reason: string,
  ) {
    super(`The JSON ${reason}, at byte ${offsetInBytes}.`);
    this.name = 'BrokenJson';
  }
}
