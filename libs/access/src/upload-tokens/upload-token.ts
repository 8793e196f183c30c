import type { Bearer } from '../grants/grant.js';

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
  /** Who made it. Absent for one that was signed, and where the account itself did. */
  readonly createdBy?: Bearer | undefined;
  /** Whether who made it may upload there only by grants. */
  readonly byGrant?: true | undefined;
  /** The identifier of the key that signed it. */
  readonly signingKeyId?: string | undefined;
}

/** Maximum tokens of one account, including expired ones, without those that were signed. */
export const MAX_UPLOAD_TOKENS = 1_000;

/** Maximum tokens of one account that were signed and used, including expired ones. */
export const MAX_SIGNED_TOKENS = 100_000;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long a token is kept once it is expired: for the list, and because the clocks of nodes differ. */
export const EXPIRED_UPLOAD_TOKEN_MS = 30 * DAY_MS;

/** How long a token works by default, and at most. */
export const UPLOAD_TOKEN_MS = { usual: 30 * DAY_MS, longest: 366 * DAY_MS } as const;

export const USUAL_UPLOAD_FILES = 1_000;
export const MOST_UPLOAD_FILES = 1_000_000;

/** What all made tokens begin with. No key has an underscore behind its first. */
export const UPLOAD_TOKEN_PREFIX = 'cairn_up_';

/** 256 bits in base62. */
const SECRET_LENGTH = 43;

export const UPLOAD_SECRET_LENGTH = SECRET_LENGTH;

const SECRET = new RegExp(`^${UPLOAD_TOKEN_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH}}$`);

export const isUploadSecret = (text: string): boolean => SECRET.test(text);
