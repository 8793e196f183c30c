import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { hubErrorBody } from './hub-error-body.js';
import { hubErrorTypes } from './hub-error-cases.js';
import { detailedErrorResponseSchema, errorResponseSchema, httpErrorResponseSchema } from './hub-errors.js';
import { operations } from '../operations.js';

const streamId = 's1';
const operationOf = (id: string) => operations.find((operation) => operation.id === id);

interface Given {
  readonly status: number;
  readonly code: string;
  /** Of the first fault: its pointer and its code. */
  readonly fault?: string;
}

const bodyOf = ({ fault, ...failure }: Given, id?: string) => {
  const [pointer = '', code = ''] = fault?.split(' ') ?? [];
  const faults = fault === undefined ? undefined : [{ pointer, code, detail: 'D.' }];
  return hubErrorBody({ ...failure, detail: 'D.', faults }, { operation: operationOf(id ?? ''), streamId });
};

/** What decides the format: the type, or the code of the catalogue. */
const formatOf = (given: Given, id?: string): string => {
  const body = bodyOf(given, id);
  return body.type === 'DetailedErrorResponse' ? body.code : body.type;
};

const invalid = (fault: string): Given => ({ status: 400, code: 'invalid-input', fault });

describe('the format of an error of the spaces API', () => {
  it.each([
    ['createSpace', invalid('/title invalid-type'), 'E318400'],
    ['patchSpace', invalid('/readOnly invalid-type'), 'E318400'],
    ['createSpace', invalid('/versionsToKeep out-of-range'), 'ErrorResponse'],
    ['createSpace', invalid('/dryRun invalid-type'), 'ErrorResponse'],
    ['putFeatures', invalid('/features invalid-type'), 'ErrorResponse'],
    ['patchSpace', invalid('/id fixed'), 'E318402'],
    ['patchFeature', invalid('/id fixed'), 'E318402'],
    ['patchSpace', invalid('/versionsToKeep fixed'), 'ErrorResponse'],
    ['searchFeatures', invalid('/context invalid-context'), 'E318403'],
    ['searchFeatures', invalid('/versionRef version-not-kept'), 'E318404'],
    ['putFeatures', invalid('/version version-not-writable'), 'E318404'],
    ['getFeaturesInBbox', invalid('/west required'), 'E318405'],
    ['deleteFeatures', invalid('/id required'), 'E318406'],
    ['deleteFeatures', invalid('/id ambiguous'), 'ErrorResponse'],
    ['putFeatures', { status: 403, code: 'context-not-writable' }, 'E318431'],
    ['putFeatures', { status: 403, code: 'space-forbidden' }, 'ErrorResponse'],
    ...['searchFeatures', 'putFeature', 'getStatistics', 'getTile', 'getMapStyle', 'makeTileArchive'].map(
      (id) => [id, { status: 404, code: 'space-not-found' }, 'E318441'] as const,
    ),
    ...['getSpace', 'patchSpace', 'deleteSpace'].map(
      (id) => [id, { status: 404, code: 'space-not-found' }, 'ErrorResponse'] as const,
    ),
    ['getFeature', { status: 404, code: 'feature-not-found' }, 'ErrorResponse'],
    ['getTileArchive', { status: 404, code: 'archive-not-found' }, 'E318443'],
    ['createSpace', { status: 404, code: 'storage-not-found' }, 'ErrorResponse'],
    ['putFeatures', { status: 405, code: 'space-read-only' }, 'E318452'],
    ['putFeatures', { status: 428, code: 'space-inactive' }, 'ErrorResponse'],
    ['listSpaces', { status: 401, code: 'invalid-token' }, 'error'],
    ['createSpace', { status: 400, code: 'malformed-json' }, 'error'],
    ['putFeatures', { status: 400, code: 'malformed-json' }, 'ErrorResponse'],
    ['searchFeatures', { status: 500, code: 'internal' }, 'error'],
    ['searchFeatures', { status: 503, code: 'storage-unavailable' }, 'ErrorResponse'],
    [undefined, { status: 404, code: 'not-found' }, 'error'],
    [undefined, { status: 405, code: 'method-not-allowed' }, 'error'],
    [undefined, { status: 414, code: 'address-too-long' }, 'ErrorResponse'],
  ] as const)('of %s, %j is %s', (id, given, format) => {
    expect(formatOf(given, id)).toBe(format);
  });

  it('is that of the first of several faults', () => {
    const faults = [
      { pointer: '/limit', code: 'invalid-limit', detail: 'L.' },
      { pointer: '/west', code: 'required', detail: 'W.' },
    ];
    const typeOf = (listed: typeof faults) => {
      const failure = { status: 400, code: 'invalid-input', detail: 'D.', faults: listed };
      return hubErrorBody(failure, { operation: operationOf('getFeaturesInBbox'), streamId }).type;
    };
    expect([typeOf(faults), typeOf(faults.toReversed())]).toEqual(['ErrorResponse', 'DetailedErrorResponse']);
  });
});

describe('the body of an error of the spaces API', () => {
  it('of the catalogue says what it is, why, and what to do', () => {
    expect(bodyOf({ status: 404, code: 'space-not-found' }, 'searchFeatures')).toEqual({
      type: 'DetailedErrorResponse',
      title: 'Space not found',
      code: 'E318441',
      cause: 'D.',
      action: 'Check the id of the space.',
      error: 'NotFound',
      errorMessage: 'D.',
      streamId,
      errorDetails: { code: 'space-not-found' },
    });
  });

  it('of the HTTP server has its status in words, and no text where the fault is inside', () => {
    expect(bodyOf({ status: 500, code: 'internal' })).toEqual({
      type: 'error',
      statusCode: 500,
      reasonPhrase: 'Internal Server Error',
      message: null,
      streamId,
      errorDetails: { code: 'internal' },
    });
    expect(bodyOf({ status: 404, code: 'not-found' })).toMatchObject({
      statusCode: 404,
      reasonPhrase: 'Not Found',
      message: 'The requested resource does not exist.',
    });
  });

  it('of a 401 has no more members than XYZ Hub sends', () => {
    expect(bodyOf({ status: 401, code: 'invalid-key' })).toEqual({
      type: 'error',
      statusCode: 401,
      reasonPhrase: 'Unauthorized',
      message: 'D.',
      streamId,
    });
  });

  it('keeps what is stored of an import that ended early, in every format', () => {
    const imported = { type: 'ImportSummary', end: 'failed' } as never;
    for (const [status, code] of [
      [500, 'internal'],
      [405, 'space-read-only'],
      [503, 'storage-unavailable'],
    ] as const) {
      const body = hubErrorBody({ status, code, detail: 'D.', imported }, { streamId });
      expect(body.errorDetails).toEqual({ code, import: imported });
      expect('message' in body ? body.message : body.errorMessage).toBe('D.');
    }
  });

  it('is one of those that the document lists for the status', () => {
    const schemas = {
      ErrorResponse: errorResponseSchema,
      DetailedErrorResponse: detailedErrorResponseSchema,
      error: httpErrorResponseSchema,
    };
    const ids = ['searchFeatures', 'deleteFeatures', 'getFeaturesInTile'];
    const [search, remove, tile] = ids.map((id) => operationOf(id));
    if (search === undefined || remove === undefined || tile === undefined) throw new Error('no operation');
    for (const [operation, given] of [
      [search, { status: 404, code: 'space-not-found' }],
      [search, invalid('/context invalid-context')],
      [search, { status: 500, code: 'internal' }],
      [tile, { status: 404, code: 'not-found' }],
      [remove, { status: 405, code: 'space-read-only' }],
      [remove, { status: 403, code: 'context-not-writable' }],
    ] as const) {
      const [first, ...more] = hubErrorTypes(operation, given.status).map((type) => schemas[type]);
      const body = bodyOf(given, operation.id);
      expect(z.union([first ?? z.never(), ...more]).parse(body)).toEqual(body);
    }
  });
});
