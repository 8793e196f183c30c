import type { ServerResponse } from 'node:http';

/** Keys for `searchableProperties`, percent-encoded, any of which would make the search much faster. */
export const MISSING_INDEX = 'Cairn-Missing-Index';

/** In bytes. Clients and proxies refuse responses whose headers are together longer than 4 to 16 kB. */
const MAX_LENGTH = 1_024;

/** Reports the indexes that `IndexByUse` found missing to the client, as far as they fit in a header. */
export function noteMissing(response: ServerResponse, keys: readonly string[]): void {
  const shown: string[] = [];
  let length = 0;
  for (const key of keys.map(encodeURIComponent)) {
    if (length + key.length > MAX_LENGTH) continue;
    shown.push(key);
    length += key.length + 2;
  }
  if (shown.length > 0) response.setHeader(MISSING_INDEX, shown.join(', '));
}
