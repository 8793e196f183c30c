import { InvalidInput, parseAll } from '@cairn/kernel';
import { MOST_UPLOAD_FILES, UPLOAD_TOKEN_MS, type UploadTerms } from './upload-token.js';

/** What a token is to allow. Path and tags were checked. */
export interface GivenUploadTerms extends Pick<UploadTerms, 'path' | 'tags'> {
  readonly maxFileBytes?: number | undefined;
  readonly maxFiles?: number | undefined;
  /** In epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

interface Usual {
  readonly now: number;
  readonly maxFiles: number;
  readonly expiresAt: number;
  /** When the key of the maker expires. */
  readonly latest?: number | undefined;
}

/** @throws {InvalidInput} naming every fault. */
export function parseUploadTerms({ path, tags, ...given }: GivenUploadTerms, usual: Usual): UploadTerms {
  const { maxFileBytes, ...parsed } = parseAll({
    maxFileBytes: () => parseCount(given.maxFileBytes, Number.MAX_SAFE_INTEGER),
    maxFiles: () => parseCount(given.maxFiles, MOST_UPLOAD_FILES) ?? usual.maxFiles,
    expiresAt: () => parseExpiry(given.expiresAt ?? usual.expiresAt, usual),
  });
  return { path, tags, ...(maxFileBytes !== undefined && { maxFileBytes }), ...parsed };
}

function parseCount(count: number | undefined, most: number): number | undefined {
  if (count === undefined || (Number.isSafeInteger(count) && count >= 1 && count <= most)) return count;
  throw InvalidInput.of('invalid-limit', `The limit must be a whole number from 1 to ${most}.`);
}

function parseExpiry(expiresAt: number, { now, latest = Infinity }: Usual): number {
  if (!(expiresAt > now && expiresAt <= now + UPLOAD_TOKEN_MS.longest))
    throw InvalidInput.of('invalid-time', 'The token must expire in the future, and within a year.');
  if (expiresAt > latest)
    throw InvalidInput.of('outlives-maker', 'The token must not expire later than the key that makes it.');
  return expiresAt;
}
