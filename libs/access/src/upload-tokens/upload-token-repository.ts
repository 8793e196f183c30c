import type { Page, PageRequest } from '@cairn/kernel';
import type { Bearer } from '../grants/grant.js';
import type { UploadToken } from './upload-token.js';

/** Which tokens of an account are meant: all, or those that somebody made. */
export interface UploadTokenScope {
  readonly accountId: string;
  readonly createdBy?: Bearer | undefined;
}

/**
 * Stores upload tokens: those that were made, and of those that an application signed how often they were used. They go
 * with the key or the user that made them.
 */
export abstract class UploadTokenRepository {
  /**
   * Removes what is expired for `EXPIRED_UPLOAD_TOKEN_MS` from the account at the token's `createdAt`.
   * @throws {UploadTokenLimitReached} if the account has `limit` made tokens already, also of concurrent calls.
   */
  abstract add(token: UploadToken, limit?: number): Promise<void>;

  /** The made token with this digest, expired or not. No reader on any node finds a removed one. */
  abstract findByDigest(digest: string): Promise<UploadToken | undefined>;

  /** Made tokens, the latest first, then by descending identifier. */
  abstract list(of: UploadTokenScope, page: PageRequest): Promise<Page<UploadToken>>;

  /**
   * Counts one more file of a token, if it has fewer than its `maxFiles`. Of concurrent calls, on any nodes, no more
   * succeed. A signed token is stored when its first file is counted, if the account has fewer than `limit` of them.
   * @throws {UploadTokenUsedUp} {InvalidUploadToken} if a made one is removed. {UploadTokenLimitReached}
   */
  abstract claim(token: UploadToken, limit?: number): Promise<void>;

  /** Counts one file less: it was not stored. Does nothing if the token is gone. */
  abstract giveBack(digest: string): Promise<void>;

  /** @throws {UploadTokenNotFound} also if the token is not one of these, or a signed one. */
  abstract remove(of: UploadTokenScope, id: string): Promise<void>;
}
