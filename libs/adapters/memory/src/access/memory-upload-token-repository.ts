import {
  InvalidUploadToken,
  UploadTokenLimitReached,
  UploadTokenNotFound,
  UploadTokenUsedUp,
  type UploadToken,
} from '@cairn/access';
import {
  EXPIRED_UPLOAD_TOKEN_MS,
  type UploadTokenRepository,
  type UploadTokenScope,
} from '@cairn/access/spi';
import type { Page, PageRequest } from '@cairn/kernel';
import { pageOf } from '../listing.js';
import type { MemorySignInRecords } from './memory-sign-in-records.js';

/** Keeps upload tokens in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryUploadTokenRepository implements UploadTokenRepository {
  /** `records` has the users and keys that make tokens. */
  constructor(private readonly records: MemorySignInRecords) {}

  async add(token: UploadToken, limit = Infinity): Promise<void> {
    this.makeRoom(token);
    if (this.of({ accountId: token.accountId }).filter(isMade).length >= limit)
      throw new UploadTokenLimitReached(limit);
    this.tokens.set(token.digest, copyOf(token));
  }

  async findByDigest(digest: string): Promise<UploadToken | undefined> {
    const token = this.tokens.get(digest);
    return token !== undefined && isMade(token) ? copyOf(token) : undefined;
  }

  async list(of: UploadTokenScope, page: PageRequest): Promise<Page<UploadToken>> {
    return pageOf(this.of(of).filter(isMade).map(copyOf), page, {
      position: ({ createdAt, id }) => ({ at: createdAt, id }),
      descending: true,
    });
  }

  async claim(token: UploadToken, limit = Infinity): Promise<void> {
    const stored = this.tokens.get(token.digest);
    if (stored === undefined) {
      if (isMade(token)) throw new InvalidUploadToken();
      this.makeRoom(token);
      const signed = this.of({ accountId: token.accountId }).filter((each) => !isMade(each));
      if (signed.length >= limit) throw new UploadTokenLimitReached(limit);
    }
    const { filesUsed } = stored ?? token;
    if (filesUsed >= token.maxFiles) throw new UploadTokenUsedUp();
    this.tokens.set(token.digest, { ...copyOf(stored ?? token), filesUsed: filesUsed + 1 });
  }

  async giveBack(digest: string): Promise<void> {
    const token = this.tokens.get(digest);
    if (token !== undefined && token.filesUsed > 0)
      this.tokens.set(digest, { ...token, filesUsed: token.filesUsed - 1 });
  }

  async remove(of: UploadTokenScope, id: string): Promise<void> {
    const token = this.of(of).find((each) => each.id === id && isMade(each));
    if (token === undefined) throw new UploadTokenNotFound();
    this.tokens.delete(token.digest);
  }

  private get tokens(): Map<string, UploadToken> {
    return this.records.uploadTokens;
  }

  private of({ accountId, createdBy }: UploadTokenScope): readonly UploadToken[] {
    return [...this.tokens.values()].filter(
      (token) => token.accountId === accountId && (createdBy === undefined || token.createdBy === createdBy),
    );
  }

  private makeRoom({ accountId, createdAt }: UploadToken): void {
    for (const token of this.of({ accountId }))
      if (token.expiresAt < createdAt - EXPIRED_UPLOAD_TOKEN_MS) this.tokens.delete(token.digest);
  }
}

const isMade = ({ signingKeyId }: UploadToken): boolean => signingKeyId === undefined;

const copyOf = (token: UploadToken): UploadToken => ({ ...token, tags: [...token.tags] });
