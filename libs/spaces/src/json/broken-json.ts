/** A text is not JSON, or more of it than can be held would be needed. */
export class BrokenJson extends Error {
  constructor(
    readonly offsetInBytes: number,
    /** A phrase to put after a name of the text: `is cut short`. */
    readonly reason: string,
    /** `json-goes-on`: there is a whole value, and something behind it; `json-of-another-type`: it is JSON, for something else; `json-of-another-crs`: its coordinates mean other places. */
    readonly code:
      | 'broken-json'
      | 'json-goes-on'
      | 'json-too-long'
      | 'json-of-another-type'
      | 'json-of-another-crs' = 'broken-json',
  ) {
    super(`The JSON ${reason}, at byte ${offsetInBytes}.`);
    this.name = 'BrokenJson';
  }
}
