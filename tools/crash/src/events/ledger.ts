/** Under which name the consumer of the drill remembers how far it came. */
export const CONSUMER = 'drill';

/** What lies in the folder of a drill. */
export const files = { database: 'cairn.db', blobs: 'blobs', handled: 'handled.ndjson' } as const;

/** A change of an aggregate; `version` counts the updates before it. `stored` is what there is in the end. */
export interface Change {
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** The changes in lines of JSON; a line that a kill cut off is left out. */
export function changesIn(text: string, read: (parsed: unknown) => Change): readonly Change[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [read(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
