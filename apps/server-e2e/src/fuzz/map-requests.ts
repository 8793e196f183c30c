import fc from 'fast-check';
import type { ApiDocument, Operation } from './api-document.js';
import { requests, type FuzzRequest } from './requests.js';
import type { Lazy } from './targets.js';
import { weighted } from './weighted.js';

/** Queries that most reads of a map accept. */
const QUERIES = ['', '', 'p.beds>=10', 'theme=dark', 'limit=2', 'q=n1', 'bbox=-180,-90,180,90', 'of=cells'];

/** Requests to the operations of maps, and to the styles of spaces. Some read what a map shows, with nothing odd in the address. */
export function mapRequests(
  operations: readonly Operation[],
  document: ApiDocument,
): fc.Arbitrary<Lazy<FuzzRequest>> {
  const ofMaps = operations.filter(({ path }) => /^\/(?:api\/maps|styles)(?:\/|$)/.test(path));
  const reads = ofMaps.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/maps/{id}'));
  const plain = fc
    .tuple(requests(reads, document), fc.nat(9), fc.constantFrom(...QUERIES))
    .map(([make, back, query]) => (state: Parameters<typeof make>[0]): FuzzRequest => {
      const request = make(state);
      const path = request.operation.path
        .replace('{id}', state.pool.pick('map', back) ?? 'none')
        .replace('{layerId}', 'layer')
        .replace('{z}/{x}/{y}', ['0/0/0', '1/1/0', '4/8/5'][back % 3] ?? '');
      return { ...request, target: query === '' ? path : `${path}?${query}` };
    });
  return weighted<Lazy<FuzzRequest>>([3, requests(ofMaps, document)], [1, plain]);
}
