import { generateKeyPairSync, sign } from 'node:crypto';
import type { Json } from '../spaces/spaces-client.js';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** What a server has to be given to take the tokens of `hubToken`. */
export const hubTokenSettings = {
  CAIRN_HUB_JWT_PUBLIC_KEY: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
};

/** The attribute maps of each right. */
export type TokenRights = Readonly<Record<string, readonly Json[]>>;

/** A token of alice with these rights, as XYZ Hub has them. */
export function hubToken(rights: TokenRights, more: Json = {}): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aid: 'alice',
    exp: Math.floor(Date.now() / 1_000) + 3_600,
    urm: { 'xyz-hub': rights },
    ...more,
  };
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}
