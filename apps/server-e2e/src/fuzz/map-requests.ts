import type fc from 'fast-check';
import type { ApiDocument, Operation } from './api-document.js';
import { requests, type FuzzRequest } from './requests.js';
import type { Lazy } from './targets.js';

/** Requests to the operations of maps, and to what shows them by a link or as a space. */
export function mapRequests(
  operations: readonly Operation[],
  document: ApiDocument,
): fc.Arbitrary<Lazy<FuzzRequest>> {
  const ofMaps = operations.filter(({ path }) => /^\/(?:api\/maps|styles)(?:\/|$)/.test(path));
  return requests(ofMaps, document);
}
