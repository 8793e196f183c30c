import { bearerOf, type Bearer } from '../grants/grant.js';

/** What an upload token allows: files for one folder of an account, and those below it. */
export interface UploadTerms {
  /** Empty for the root. */
  readonly path: string;
  /** What each image gets, besides its own. */
  readonly tags: readonly string[];
  /** Absent for what the server takes. */
  readonly maxFileBytes?: number | undefined;
  readonly maxFiles: number;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/** A credential that uploads images and does nothing else. Times in epoch milliseconds. */
export interface UploadToken extends UploadTerms {
  readonly id: string;
  readonly accountId: string;
  /** Of its secret; of one that an application signed, of its signing key and nonce. From `SecretDigest`. */
  readonly digest: string;
  /** How many files were uploaded with it, with those that are arriving. */
  readonly filesUsed: number;
  readonly createdAt: number;
  /** The key that made it. */
  readonly keyId?: string | undefined;
  /** The user who made it, if no key did. */
  readonly userId?: string | undefined;
  /** The account of whoever made it, if it is another one. */
  readonly makerAccountId?: string | undefined;
  /** The identifier of the key that signed it. */
  readonly signingKeyId?: string | undefined;
}

/** Maximum tokens of one account, including expired ones, without those that were signed. */
export const MAX_UPLOAD_TOKENS = 1_000;

/** Maximum tokens of one account that were signed, used and are not expired. */
export const MAX_SIGNED_TOKENS = 100_000;

export const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long it works at most. */
export const LONGEST_UPLOAD_TOKEN_MS = 366 * DAY_MS;

/** How long a token is kept once it is expired, for the list, and because the clocks of nodes differ. */
export const EXPIRED_UPLOAD_TOKEN_MS = 30 * DAY_MS;

/** Who made it. `undefined` for a signed one, and for one that the account of an embedding application made. */
export const makerOf = (token: Pick<UploadToken, 'keyId' | 'userId'>): Bearer | undefined => bearerOf(token);
