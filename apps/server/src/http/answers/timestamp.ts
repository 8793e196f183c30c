/** ISO 8601 in UTC with milliseconds, of epoch milliseconds. */
export function timestamp(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** The same where there may be no time at all. */
export function optionalTimestamp(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : timestamp(epochMs);
}
