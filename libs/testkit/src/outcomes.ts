import { assert } from './assert.js';
import { QuotaExceeded } from '@cairn/images';
import { DomainError } from '@cairn/kernel';

/** Results of concurrent attempts: the values of successful ones and the error codes of rejected ones. */
export interface Outcomes<T> {
  readonly values: readonly T[];
  readonly refusals: readonly string[];
}

/** Waits for all attempts. Fails if one is rejected with anything but a `DomainError`. */
export async function settle<T>(attempts: readonly Promise<T>[]): Promise<Outcomes<T>> {
  const values: T[] = [];
  const refusals: string[] = [];
  for (const outcome of await Promise.allSettled(attempts)) {
    if (outcome.status === 'fulfilled') values.push(outcome.value);
    else refusals.push(domainErrorOf(outcome.reason).code);
  }
  return { values, refusals };
}

/** The `DomainError` that rejected the attempt. Fails if it succeeded. */
export async function rejection(attempt: Promise<unknown>): Promise<DomainError> {
  const [outcome] = await Promise.allSettled([attempt]);
  assert.equal(outcome.status, 'rejected', 'the attempt was not refused');
  return domainErrorOf(outcome.reason);
}

/** Fails unless `codes` contains `code` exactly `count` times and nothing else. */
export function assertAll(codes: readonly string[], count: number, code: string): void {
  assert.deepEqual(codes, Array<string>(count).fill(code));
}

/** Fails unless the attempt is rejected with `QuotaExceeded` and these figures. */
export async function assertQuotaExceeded(
  attempt: Promise<unknown>,
  figures: { readonly imageCount: number; readonly quota: number },
): Promise<void> {
  const error = await rejection(attempt);
  assert.ok(error instanceof QuotaExceeded, error.code);
  assert.deepEqual({ imageCount: error.imageCount, quota: error.quota }, figures);
}

function domainErrorOf(reason: unknown): DomainError {
  if (reason instanceof DomainError) return reason;
  throw reason;
}
