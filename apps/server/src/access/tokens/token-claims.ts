import { InvalidToken, type TokenHolder } from '@cairn/access';
import { parseOwner } from '@cairn/spaces';
import * as z from 'zod';

const attribute = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const rightSchema = z.array(z.record(z.string(), attribute.catch([]))); // what is no text matches nothing
const limit = z.int().nullish();
const limitsSchema = z.object({ maxSpaces: limit, maxFeaturesPerSpace: limit }).nullish();

const claimsSchema = z.object({
  aid: z.string(),
  urm: z.object({ 'xyz-hub': z.record(z.string(), z.unknown()).optional() }).optional(),
  limits: z.unknown().optional(),
});

/** Reads the claims of XYZ Hub. A right that is no list of objects is not held. @throws {InvalidToken} */
export function tokenHolder(claims: unknown): TokenHolder {
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

/** @throws {InvalidToken} if no space could have such an owner. */
function ownerIn(aid: string): string {
  try {
    return parseOwner(aid);
  } catch (cause) {
    throw new InvalidToken('The `aid` of the token cannot be the owner of a space.', { cause });
  }
}

/** −1 stands for no limit. */
function limitOf(limit: number | null = null): number | undefined {
  return limit === null || limit < 0 ? undefined : limit;
}
