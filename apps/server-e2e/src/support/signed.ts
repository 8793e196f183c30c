import { createHmac } from 'node:crypto';
import type { SignedUploadTokenPayload } from '@cairn/api-schema';

/** The address of a file with the query and its signature. The query ends with `key=` and the name of the key. */
export function signed(url: string, query: string, secret: string): string {
  const path = url.slice(url.indexOf('/cdn/') + '/cdn'.length);
  const signature = createHmac('sha256', secret).update(`${path}?${query}`).digest('base64url');
  return `${url}?${query}&signature=${signature}`;
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

/** An upload token of the signing key `site`, for ten minutes. */
export function signedToken(given: Partial<SignedUploadTokenPayload>, secret: string): string {
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const payload = JSON.stringify({ key: 'site', expiresAt, nonce: 'a-nonce-of-one', ...given });
  const text = `cairn_u1.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
