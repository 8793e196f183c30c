/** Formats epoch milliseconds as ISO 8601 in UTC with milliseconds. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Like `timestamp`, but `null` for `undefined`. */
export function optionalTimestamp(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : timestamp(epochMs);
}
