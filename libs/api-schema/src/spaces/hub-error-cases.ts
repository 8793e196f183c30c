import type { HubErrorCode } from './hub-error-codes.js';
import type { Operation } from '../operation.js';
import type { Fault } from '../problem.js';

/** The content of an error, which decides its format. */
export interface HubFailure {
  readonly status: number;
  readonly code: string;
  readonly faults?: readonly Fault[] | undefined;
}

/** The format of an error: that of the service, that of its HTTP server, or one with a code of the catalogue. */
export type HubCase = 'service' | 'http' | HubErrorCode;

/** The operations at the address of a space itself. */
const ofSpaces = ['listSpaces', 'createSpace', 'getSpace', 'patchSpace', 'deleteSpace'];
const writesOfSpaces = ['createSpace', 'patchSpace'];

/** The formats of errors by code. Errors that are not listed have the format of the service. */
const casesByCode: Readonly<Record<string, HubCase>> = {
  'not-found': 'http', // no operation has the address
  'method-not-allowed': 'http',
  internal: 'http',
  'context-not-writable': 'E318431',
  'space-not-found': 'E318441',
  'archive-not-found': 'E318443',
  'space-read-only': 'E318452',
};

/** The codes of the catalogue by the code of a fault in the request. */
const casesByFault: Readonly<Record<string, HubErrorCode>> = {
  'invalid-context': 'E318403',
  'version-not-kept': 'E318404',
  'version-not-writable': 'E318404',
  required: 'E318405',
};

/** The format of an error of an operation, or of an address without one. The first of several faults decides. */
export function hubCaseOf({ status, code, faults = [] }: HubFailure, operation?: Operation): HubCase {
  if (status === 401) return 'http';
  if (code === 'malformed-json') return isOne(operation, writesOfSpaces) ? 'http' : 'service';
  if (code === 'space-not-found' && isOne(operation, ofSpaces)) return 'service';
  const [first] = faults;
  if (code === 'invalid-input' && first !== undefined) return caseOfFault(first, operation);
  return casesByCode[code] ?? 'service';
}

function caseOfFault({ pointer, code }: Fault, operation: Operation | undefined): HubCase {
  if (pointer === '/id' && code === 'fixed') return 'E318402';
  if (code === 'invalid-type' && isOne(operation, writesOfSpaces) && !isInQuery(pointer, operation))
    return 'E318400';
  if (code === 'required' && isOne(operation, ['deleteFeatures'])) return 'E318406';
  return casesByFault[code] ?? 'service';
}

function isInQuery(pointer: string, { query }: Operation): boolean {
  return Object.keys(query?.shape ?? {}).some((name) => pointer === `/${name}`);
}

function isOne(operation: Operation | undefined, ids: readonly string[]): operation is Operation {
  return operation !== undefined && ids.includes(operation.id);
}

/** The types of the formats of errors. */
export type HubErrorType = 'ErrorResponse' | 'DetailedErrorResponse' | 'error';

/** The formats that errors of an operation with this status may have. */
export function hubErrorTypes(operation: Operation, status: number): readonly HubErrorType[] {
  const { id, method, path } = operation;
  const isOfSpaces = ofSpaces.includes(id);
  const isOfFeatures = !isOfSpaces && path.includes('{spaceId}') && !path.endsWith('.pmtiles');
  const isFeatureWrite = method !== 'get' && /\/features(?:\/|$)/.test(path);
  switch (status) {
    case 400:
      if (writesOfSpaces.includes(id)) return ['ErrorResponse', 'DetailedErrorResponse', 'error'];
      return isOfFeatures ? ['ErrorResponse', 'DetailedErrorResponse'] : ['ErrorResponse'];
    case 401:
    case 500:
      return ['error'];
    case 403:
      return isFeatureWrite ? ['ErrorResponse', 'DetailedErrorResponse'] : ['ErrorResponse'];
    case 404:
      if (isOfSpaces) return ['ErrorResponse'];
      if (id === 'getFeaturesInTile') return ['DetailedErrorResponse', 'error']; // the latter for an unknown ending
      return namesMore(operation) ? ['ErrorResponse', 'DetailedErrorResponse'] : ['DetailedErrorResponse'];
    case 405:
      return ['DetailedErrorResponse'];
    default:
      return ['ErrorResponse'];
  }
}

/** Whether an operation names a feature or a deletion besides the space, which may not exist either. */
function namesMore({ id, method, path, query }: Operation): boolean {
  if (id === 'restoreFeatures') return true;
  return (path.includes('{featureId}') && method !== 'put') || 'refFeatureId' in (query?.shape ?? {});
}
