import {
  AuthenticateUploadToken,
  InvalidUploadToken,
  isUploadSecret,
  type UploadHolder,
} from '@cairn/access';
import { SIGNED_UPLOAD_TOKEN_PREFIX, signedUploadTokenSchema } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { parseImagePath, parseTags } from '@cairn/images';
import { InvalidInput } from '@cairn/kernel';
import type { RateLimits } from './rate-limits.js';
import type { Signatures } from './tokens/signatures.js';

/** Longer payloads are not read. Fifty long tags fit. */
const MAX_LENGTH = 16_384;

interface UploadTokensOptions {
  readonly application: Pick<Application, 'get'>;
  readonly signatures: Signatures;
  readonly rates: RateLimits;
}

/** Authenticates upload tokens: those that were made, and those that an application signed. */
export class UploadTokens {
  private readonly authenticate: AuthenticateUploadToken;

  constructor(private readonly options: UploadTokensOptions) {
    this.authenticate = options.application.get(AuthenticateUploadToken);
  }

  /** Whether a bearer token looks like one. No key does. */
  static looksLikeOne(text: string): boolean {
    return isUploadSecret(text) || text.startsWith(SIGNED_UPLOAD_TOKEN_PREFIX);
  }

  /**
   * After too many wrong ones, a network is refused before its next one is checked.
   * @throws {InvalidUploadToken} {AccessForbidden} {HttpError} 429
   */
  async execute(text: string, network: string): Promise<UploadHolder> {
    const { rates } = this.options;
    const who = `upload tokens ${network}`;
    const limited = await rates.check('failedAuth', who);
    if (limited !== undefined) throw limited;
    try {
      return text.startsWith(SIGNED_UPLOAD_TOKEN_PREFIX)
        ? await this.signed(text)
        : await this.authenticate.execute(text);
    } catch (error) {
      if (error instanceof InvalidUploadToken) await rates.count('failedAuth', who);
      throw error;
    }
  }

  private async signed(token: string): Promise<UploadHolder> {
    const end = token.lastIndexOf('.');
    const text = token.slice(0, end);
    const payload = payloadOf(text.slice(SIGNED_UPLOAD_TOKEN_PREFIX.length));
    const { key, expiresAt, path, tags = [], ...terms } = payload;
    const signer = await this.options.signatures.signer({ text, key, signature: token.slice(end + 1) });
    if (signer === undefined || signer === 'settings' || signer.uploadsTo === undefined)
      throw new InvalidUploadToken();
    return this.authenticate.signed({
      ...terms,
      ...asInvalid(() => ({ path: parseImagePath(path), tags: parseTags(tags) })),
      accountId: signer.uploadsTo,
      signingKeyId: signer.id,
      expiresAt: Date.parse(expiresAt),
    });
  }
}

/** @throws {InvalidUploadToken} */
function payloadOf(base64url: string) {
  const isReadable = base64url.length <= MAX_LENGTH && /^[\w-]+$/.test(base64url);
  const json = isReadable ? parsed(Buffer.from(base64url, 'base64url').toString()) : undefined;
  const { data } = signedUploadTokenSchema.safeParse(json);
  if (data === undefined) throw new InvalidUploadToken();
  return data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function asInvalid<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidUploadToken() : error;
  }
}
