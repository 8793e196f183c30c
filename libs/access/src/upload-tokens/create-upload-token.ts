import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { bearerOf } from '../grants/grant.js';
import { SecretDigest } from '../keys/secret-digest.js';
import type { Caller } from '../permissions/caller.js';
import { parseUploadTerms, type GivenUploadTerms } from './upload-terms.js';
import { UploadTokenRepository } from './upload-token-repository.js';
import {
  MAX_UPLOAD_TOKENS,
  UPLOAD_SECRET_LENGTH,
  UPLOAD_TOKEN_MS,
  UPLOAD_TOKEN_PREFIX,
  USUAL_UPLOAD_FILES,
  type UploadToken,
} from './upload-token.js';

const ID_LENGTH = 22;

export interface UploadTokenRequest extends GivenUploadTerms {
  /** Whether the caller acts in the account of another, by grants. */
  readonly byGrant?: boolean | undefined;
}

/** A new token with its secret, which cannot be retrieved later. */
export interface CreatedUploadToken {
  readonly token: UploadToken;
  readonly secret: string;
}

/** Makes a token that uploads images to a folder of an account. */
export class CreateUploadToken {
  static readonly ports = {
    tokens: UploadTokenRepository,
    digest: SecretDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateUploadToken.ports>) {}

  /**
   * The caller may upload to the folder, which was checked; `accountId` is the account of the folder.
   * @throws {InvalidInput} also if the token would expire later than the caller's key. {UploadTokenLimitReached}
   */
  async execute(caller: Caller, { byGrant, ...given }: UploadTokenRequest): Promise<CreatedUploadToken> {
    const { tokens, digest, clock, ids } = this.ports;
    const now = clock.now();
    const latest = caller.expiresAt;
    const expiresAt = Math.min(now + UPLOAD_TOKEN_MS.usual, latest ?? Infinity);
    const terms = parseUploadTerms(given, { now, latest, maxFiles: USUAL_UPLOAD_FILES, expiresAt });
    const secret = `${UPLOAD_TOKEN_PREFIX}${ids.next(UPLOAD_SECRET_LENGTH)}`;
    const createdBy = bearerOf(caller);
    const token: UploadToken = {
      id: ids.next(ID_LENGTH),
      accountId: caller.accountId,
      digest: digest.digest(secret),
      ...terms,
      filesUsed: 0,
      createdAt: now,
      ...(createdBy && { createdBy }),
      ...(byGrant && { byGrant }),
    };
    await tokens.add(token, MAX_UPLOAD_TOKENS);
    return { token, secret };
  }
}
