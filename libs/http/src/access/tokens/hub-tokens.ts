import { hash, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { inflate, inflateRaw } from 'node:zlib';
import { InvalidToken, type TokenHolder } from '@cairn/access';
import type { Clock } from '@cairn/kernel';
import { parseOwner } from '@cairn/spaces';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';

const attribute = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const rightSchema = z.array(z.record(z.string(), attribute.catch([]))); // other values match nothing
const limit = z.int().nullish();
const limitsSchema = z.object({ maxSpaces: limit, maxFeaturesPerSpace: limit }).nullish();

const claimsSchema = z.object({
  aid: z.string(),
  urm: z.object({ 'xyz-hub': z.record(z.string(), z.unknown()).optional() }).optional(),
  limits: z.unknown().optional(),
});

/** Reads the claims of XYZ Hub. Ignores a right that is not a list of objects. @throws {InvalidToken} */
function tokenHolder(claims: unknown): TokenHolder {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw new InvalidToken('The token does not say whose it is, in `aid`.');
  const { aid, urm } = parsed.data;
  const limits = limitsSchema.safeParse(parsed.data.limits);
  if (!limits.success) throw new InvalidToken('The `limits` of the token are no whole numbers.');
  const rights = Object.entries(urm?.['xyz-hub'] ?? {}).map(
    ([right, maps]) => [right, rightSchema.safeParse(maps).data ?? []] as const,
  );
  return {
    accountId: ownerIn(aid),
    rights: Object.fromEntries(rights),
    limits: {
      maxSpaces: limitOf(limits.data?.maxSpaces),
      maxFeaturesPerSpace: limitOf(limits.data?.maxFeaturesPerSpace),
    },
  };
}

/** @throws {InvalidToken} if `aid` is not a valid owner. */
function ownerIn(aid: string): string {
  try {
    return parseOwner(aid);
  } catch (cause) {
    throw new InvalidToken('The `aid` of the token cannot be the owner of a space.', { cause });
  }
}

/** −1 means no limit. */
function limitOf(limit: number | null = null): number | undefined {
  return limit === null || limit < 0 ? undefined : limit;
}

/** A token with all rights takes a few KiB. Limits the size of a decompressed token. */
const MAX_TOKEN_BYTES = 32 * 1024;

const inflaters = { zlib: promisify(inflate), raw: promisify(inflateRaw) };

/** The JWS of a token, which is sent as it is or compressed (deflate, then base64). Absent if it is neither. */
async function tokenText(sent: string): Promise<string | undefined> {
  if (sent.includes('.')) return sent;
  if (!/^[\w+/-]+={0,2}$/.test(sent)) return undefined;
  const bytes = Buffer.from(sent, 'base64');
  const inflater = hasZlibHeader(bytes) ? inflaters.zlib : inflaters.raw;
  try {
    return (await inflater(bytes, { maxOutputLength: MAX_TOKEN_BYTES })).toString('latin1');
  } catch {
    return undefined;
  }
}

/** RFC 1950 §2.2. */
function hasZlibHeader(bytes: Buffer): boolean {
  return bytes.length > 2 && (bytes[0] ?? 0) % 16 === 8 && bytes.readUInt16BE() % 31 === 0;
}

/** Limits the cache of verified tokens, by count and by size. */
const MAX_TOKENS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

interface Verified {
  readonly holder: TokenHolder;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The tokens of XYZ Hub, signed with RS256. The signature is verified once; later requests only check the time. */
export class HubTokens {
  private readonly verified = new LRUCache<string, Verified>({ max: MAX_TOKENS, maxSize: MAX_BYTES });

  constructor(
    private readonly publicKey: KeyObject,
    private readonly clock: Clock,
  ) {}

  /** @throws {InvalidToken} */
  async verify(sent: string): Promise<TokenHolder> {
    const digest = hash('sha256', sent, 'base64');
    const { holder, expiresAt } = this.verified.get(digest) ?? (await this.verifyAnew(sent, digest));
    if (expiresAt <= this.clock.now() / 1_000) {
      this.verified.delete(digest);
      throw new InvalidToken(reasons['ERR_JWT_EXPIRED']);
    }
    return holder;
  }

  private async verifyAnew(sent: string, digest: string): Promise<Verified> {
    const { jwtVerify } = await import('jose'); // loaded with the first token
    const text = await tokenText(sent);
    const options = { algorithms: ['RS256'], currentDate: new Date(this.clock.now()) };
    const { payload } = await jwtVerify(text ?? '', this.publicKey, options).catch((cause: unknown) => {
      throw new InvalidToken(reasonOf(cause), { cause });
    });
    const verified = { holder: tokenHolder(payload), expiresAt: payload.exp ?? Infinity };
    this.verified.set(digest, verified, { size: 256 + 2 * (text?.length ?? 0) });
    return verified;
  }
}

const reasons = {
  ERR_JWT_EXPIRED: 'The token has expired.',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'The token is not valid yet, or its times are no numbers.',
} as const;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_JWT_EXPIRED' || code === 'ERR_JWT_CLAIM_VALIDATION_FAILED'
    ? reasons[code]
    : 'The token is malformed, or was not signed with the key of this service.';
}
