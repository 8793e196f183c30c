import { describe, expect, it } from '@jest/globals';
import { StorageFull, StorageUnavailable } from '@cairn/kernel';
import { QueryFailedError } from 'typeorm';
import { storageError } from './storage-error.js';

class DriverError extends Error {
  constructor(readonly code: string) {
    super('no more to say');
  }
}

describe('storageError', () => {
  it.each(['BUSY', 'BUSY_SNAPSHOT', 'IOERR', 'IOERR_FSYNC', 'READONLY', 'READONLY_DBMOVED', 'CANTOPEN'])(
    'makes SQLITE_%s StorageUnavailable, in statements and when opening',
    (code) => {
      const cause = new DriverError(`SQLITE_${code}`);
      for (const error of [cause, new QueryFailedError('SELECT ?', ['secret'], cause)]) {
        expect(storageError(error)).toBeInstanceOf(StorageUnavailable);
        expect(storageError(error)).toMatchObject({ cause });
      }
    },
  );

  it.each(['FULL', 'IOERR_SHMSIZE'])('makes SQLITE_%s StorageFull', (code) => {
    const cause = new DriverError(`SQLITE_${code}`);
    for (const error of [cause, new QueryFailedError('INSERT ?', ['secret'], cause)]) {
      expect(storageError(error)).toBeInstanceOf(StorageFull);
      expect(storageError(error)).toMatchObject({ code: 'storage-full', cause });
    }
  });

  it("leaves other errors of the driver as they are, without TypeORM's wrapper, which has the values", () => {
    const cause = new DriverError('SQLITE_CONSTRAINT_UNIQUE');
    expect(storageError(new QueryFailedError('SELECT ?', ['secret'], cause))).toBe(cause);
  });

  it.each([
    new DriverError('SQLITE_CORRUPT'),
    new DriverError('NOT_SQLITE_BUSY'),
    new StorageUnavailable('already'),
    new Error('SQLITE_BUSY'),
    undefined,
  ])('leaves %s unchanged', (error) => {
    expect(storageError(error)).toBe(error);
  });
});
