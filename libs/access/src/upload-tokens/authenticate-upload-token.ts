import { Clock, InvalidInput, type PortsOf } from '@cairn/kernel';
import { GrantRepository } from '../grants/grant-repository.js';
import { roleOn, type Acting, type Bearer } from '../grants/grant.js';
import { ApiKeyRepository } from '../keys/api-key-repository.js';
import { SecretDigest } from '../keys/secret-digest.js';
import type { Caller } from '../permissions/caller.js';
import { isAtLeast } from '../permissions/grant-role.js';
import { grants as includes } from '../permissions/scope.js';
import { AccessForbidden } from '../sharing-errors.js';
import { InvalidUploadToken } from '../upload-token-errors.js';
import { UserDirectory } from '../users/user-directory.js';
import { parseUploadTerms, type GivenUploadTerms } from './upload-terms.js';
import { UploadTokenRepository } from './upload-token-repository.js';
import { isUploadSecret, type UploadToken } from './upload-token.js';

/** A token that an application signed, whose signature was checked. Path and tags were checked, too. */
export interface SignedUploadToken extends GivenUploadTerms {
  /** The account that the signing key is for. */
  readonly accountId: string;
  readonly signingKeyId: string;
  readonly expiresAt: number;
  /** Tells tokens of one key apart. Its uses are counted by it. */
  readonly nonce: string;
}

/** Who uploads by a token: the caller is whoever made it, with no other scope, in their own account or by their grants. */
export interface UploadHolder {
  readonly token: UploadToken;
  readonly caller: Caller;
  readonly acting?: Acting | undefined;
}

const SCOPES = ['images:write'] as const;
const NONCE = /^[\w.~-]{8,128}$/;

/** Finds out who uploads by a token. */
export class AuthenticateUploadToken {
  static readonly ports = {
    tokens: UploadTokenRepository,
    keys: ApiKeyRepository,
    users: UserDirectory,
    grants: GrantRepository,
    digest: SecretDigest,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof AuthenticateUploadToken.ports>) {}

  /**
   * By the secret of a token that was made. A malformed one is rejected without a lookup.
   * @throws {InvalidUploadToken} also if who made it may no longer upload. {AccessForbidden} if they lost their grant.
   */
  async execute(secret: string): Promise<UploadHolder> {
    const { tokens, digest, clock } = this.ports;
    const token = isUploadSecret(secret) ? await tokens.findByDigest(digest.digest(secret)) : undefined;
    if (token === undefined || token.expiresAt <= clock.now()) throw new InvalidUploadToken();
    const { accountId, createdBy, byGrant } = token;
    if (createdBy === undefined) return { token, caller: { accountId, scopes: SCOPES } };
    const maker = await this.makerOf(createdBy, accountId);
    if (byGrant !== true) return { token, caller: maker };
    return { token, caller: maker, acting: await this.actingOf(createdBy, token) };
  }

  /** @throws {InvalidUploadToken} if what it says is not allowed, or it has expired. */
  signed({ accountId, signingKeyId, nonce, ...given }: SignedUploadToken): UploadHolder {
    const now = this.ports.clock.now();
    const digest = this.ports.digest.digest(`${signingKeyId} ${nonce}`);
    if (!NONCE.test(nonce)) throw new InvalidUploadToken();
    const terms = termsOf(given, now);
    // The digest is an identifier, too: it is that of the key and the nonce.
    const token = { id: digest, accountId, digest, ...terms, filesUsed: 0, createdAt: now, signingKeyId };
    return { token, caller: { accountId, scopes: SCOPES } };
  }

  private async makerOf(maker: Bearer, accountId: string): Promise<Caller> {
    const { keys, users, clock } = this.ports;
    const id = maker.slice(maker.indexOf(':') + 1);
    if (maker.startsWith('user:')) {
      const [user] = await users.find([id]);
      if (user === undefined) throw new InvalidUploadToken();
      return { accountId, userId: id, scopes: SCOPES };
    }
    const [[usable], [key]] = await Promise.all([keys.listUsable([id], clock.now()), keys.find([id])]);
    if (usable === undefined || key === undefined || !includes(key.scopes, 'images:write'))
      throw new InvalidUploadToken();
    return { accountId, keyId: id, userId: key.userId, scopes: SCOPES };
  }

  /** @throws {AccessForbidden} */
  private async actingOf(bearer: Bearer, { accountId, path }: UploadToken): Promise<Acting> {
    const held = await this.ports.grants.heldBy(bearer, accountId);
    const target = { accountId, parts: [{ type: 'folder', id: path } as const] };
    if (!isAtLeast(roleOn(held, target), 'contributor')) throw new AccessForbidden('contributor');
    return { accountId, bearer, held };
  }
}

/** A signed token may be used once, if it does not say otherwise. */
function termsOf(given: GivenUploadTerms & { readonly expiresAt: number }, now: number) {
  try {
    return parseUploadTerms(given, { now, maxFiles: 1, expiresAt: given.expiresAt });
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidUploadToken() : error;
  }
}
