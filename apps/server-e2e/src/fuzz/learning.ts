import type { FuzzResponse } from './exchange.js';
import type { Kind, Pool } from './pool.js';
import type { FuzzRequest } from './requests.js';

const made: Readonly<Record<string, Kind>> = {
  uploadImage: 'image',
  createSpace: 'space',
  createKey: 'key',
  createAccount: 'account',
};

/** Puts into the pool what an answer tells of: what was made, where it is, how a listing goes on. */
export function learn(
  pool: Pool,
  { operation, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): void {
  if (status >= 300 || method !== operation.method) return;
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(String(headers.link ?? '')) ?? [];
  if (cursor !== undefined) pool.add('cursor', decodeURIComponent(cursor));
  const kind = made[operation.operationId];
  const facts = (
    kind === undefined && operation.operationId !== 'getImage' ? {} : JSON.parse(body.toString())
  ) as Record<string, unknown>;
  if (kind !== undefined && typeof facts['id'] === 'string') pool.add(kind, facts['id']);
  if (kind === 'image' && typeof facts['url'] === 'string')
    pool.add('address', decodeURIComponent(facts['url'].replace(/^.*?\/cdn\//, '')));
  if (Array.isArray(facts['tags'])) facts['tags'].forEach((tag: unknown) => pool.add('tag', String(tag)));
}
