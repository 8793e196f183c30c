import type { ServerResponse } from 'node:http';

/** Keys for `searchableProperties`, percent-encoded, any of which would make the search much faster. */
export const MISSING_INDEX = 'Cairn-Missing-Index';

/** Tells the client what `IndexByUse` found missing. */
export function noteMissing(response: ServerResponse, keys: readonly string[]): void {
  if (keys.length > 0) response.setHeader(MISSING_INDEX, keys.map(encodeURIComponent).join(', '));
}
