import { InvalidKey, ScopeMissing } from '@cairn/access';
import { BlobNotFound, QuotaExceeded } from '@cairn/images';
import { InvalidInput, StorageFull, StorageUnavailable } from '@cairn/kernel';
import { SpaceExists } from '@cairn/spaces';
import { describe, expect, it } from '@jest/globals';
import { hubStatuses } from './hub-error.js';
import { failureOf } from './failure.js';
import { problemStatuses } from './problem.js';
import { HttpError } from '../messages/http-error.js';

describe('failureOf', () => {
  it.each([
    [new QuotaExceeded(3, 3), 409, 'quota-exceeded'],
    [new InvalidKey(), 401, 'invalid-key'],
    [new ScopeMissing('admin'), 403, 'scope-missing'],
    [InvalidInput.of('x', 'y'), 400, 'invalid-input'],
    [new StorageUnavailable('disk /srv is gone'), 503, 'storage-unavailable'],
    [new StorageFull('disk /srv is full'), 507, 'storage-full'],
    [new BlobNotFound('k'), 500, 'internal'],
    [new HttpError({ status: 429, code: 'rate-limited', detail: 'z' }), 429, 'rate-limited'],
    [Object.assign(new Error('gone'), { status: 404 }), 404, 'not-found'],
    [Object.assign(new URIError('bad'), { status: 400 }), 400, 'invalid-request'],
    [new Error('connect ECONNREFUSED /secret'), 500, 'internal'],
    ['thrown text', 500, 'internal'],
  ])('%s is %i %s', (error, status, code) => {
    expect(failureOf(error, { ...hubStatuses, ...problemStatuses })).toMatchObject({ status, code });
  });

  it('does not leak internal messages', () => {
    for (const error of [
      new Error('secret'),
      new StorageUnavailable('secret'),
      new StorageFull('secret'),
      new BlobNotFound('secret'),
    ]) {
      expect(JSON.stringify(failureOf(error, problemStatuses))).not.toContain('secret');
    }
  });

  it('keeps the details that clients need', () => {
    expect(failureOf(new QuotaExceeded(7, 5), problemStatuses).facts).toEqual({ imageCount: 7, quota: 5 });
    expect(failureOf(new InvalidKey(), problemStatuses).headers).toHaveProperty('WWW-Authenticate');
    expect(failureOf(new StorageUnavailable('x'), problemStatuses).headers).toHaveProperty('Retry-After');
    expect(failureOf(new StorageFull('x'), hubStatuses).detail).toContain('The disk is full');
    expect(failureOf(new SpaceExists('s'), hubStatuses).status).toBe(409);
  });
});
