import { describe, expect, it } from '@jest/globals';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { isConflict, storageError } from './storage-error.js';

class CodedError extends Error {
  constructor(
    readonly code: string,
    message = 'no more to say',
  ) {
    super(message);
  }
}

const failed = (cause: Error): QueryFailedError => new QueryFailedError('SELECT $1', ['secret'], cause);

describe('storageError', () => {
  it.each([
    ...['08000', '08001', '08003', '08006', '08P01'], // connection
    ...['57P01', '57P02', '57P03', '57P04', '57P05'], // shut down, crashed, starting, dropped, idle for too long
    ...['28000', '28P01', '3D000'], // no such role, wrong password, no such database
    ...['53000', '53200', '53300', '53400'], // resources: disk, memory, connections, limits
    ...['25006', '25P03', '25P04'], // read-only; a transaction that was idle or took too long
    ...['57014', '55P03'], // past the timeout of a statement, of a lock
    ...['40001', '40P01'], // conflicts that outlived the retries
    ...['58000', '58030'], // system
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EMFILE',
    ],
  ])('makes %s StorageUnavailable, without values in the message', (code) => {
    const cause = new CodedError(code);
    for (const error of [cause, failed(cause)]) {
      expect(storageError(error)).toBeInstanceOf(StorageUnavailable);
      expect(storageError(error)).toMatchObject({ cause });
    }
  });

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('makes “%s” StorageUnavailable', (message) => {
    const cause = new Error(message);
    for (const error of [cause, failed(cause)]) {
      expect(storageError(error)).toBeInstanceOf(StorageUnavailable);
      expect(storageError(error)).toMatchObject({ cause });
    }
  });

  it('makes 53100, a full disk, StorageFull', () => {
    const cause = new CodedError('53100', 'could not extend file "base/1/2": No space left on device');
    for (const error of [cause, failed(cause)]) {
      expect(storageError(error)).toBeInstanceOf(StorageFull);
      expect(storageError(error)).toMatchObject({ code: 'storage-full', cause });
    }
  });

  it('makes errors of another realm StorageUnavailable', () => {
    const cause = { code: 'ECONNRESET', message: 'read ECONNRESET' };
    expect(storageError(cause)).toBeInstanceOf(StorageUnavailable);
  });

  it('makes the use of a lost connection StorageUnavailable', () => {
    expect(storageError(new QueryRunnerAlreadyReleasedError())).toBeInstanceOf(StorageUnavailable);
  });

  it.each([
    failed(new CodedError('23505', 'duplicate key value')),
    failed(new CodedError('22021', 'invalid byte sequence')),
    failed(new CodedError('42P01', 'relation does not exist')),
    failed(new CodedError('XX001', 'data corrupted')),
    failed(new CodedError('23505', 'Connection terminated')),
    new StorageUnavailable('already'),
    new Error('not Connection terminated'),
    'Connection terminated',
    undefined,
  ])('leaves %s unchanged', (error) => {
    expect(storageError(error)).toBe(error);
  });
});

describe('isConflict', () => {
  it.each(['40001', '40P01'])('is true of %s', (code) => {
    expect(isConflict(failed(new CodedError(code)))).toBe(true);
  });

  it.each(['55P03', '57014', '40000', ''])('is false of %j', (code) => {
    expect(isConflict(failed(new CodedError(code)))).toBe(false);
  });
});
