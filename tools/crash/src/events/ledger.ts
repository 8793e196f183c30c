/** Name under which the consumer's position is stored. */
export const CONSUMER = 'drill';

/** Files in the folder of a drill. */
export const files = { database: 'cairn.db', blobs: 'blobs', handled: 'handled.ndjson' } as const;

/** A change of an aggregate. `version` counts the updates before it. `stored` describes the final state. */
export interface Change {
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** Parses lines of JSON. Skips a last line that a kill cut off. */
export function changesIn(text: string, read: (parsed: unknown) => Change): readonly Change[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [read(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
