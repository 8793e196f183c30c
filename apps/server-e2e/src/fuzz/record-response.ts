import type { FuzzResponse } from './http-client.js';
import type { ResourceKind, ResourcePool } from './resource-pool.js';
import type { FuzzRequest } from './requests.js';

const createdBy: Readonly<Record<string, ResourceKind>> = {
  uploadImage: 'image',
  createSpace: 'space',
  createKey: 'key',
  createAccount: 'account',
};

/** Adds the identifiers, addresses, tags and cursors in a response to the pool. */
export function recordResponse(
  pool: ResourcePool,
  { operation, method }: FuzzRequest,
  { status, headers, body }: FuzzResponse,
): void {
  if (status >= 300 || method !== operation.method) return;
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(String(headers.link ?? '')) ?? [];
  if (cursor !== undefined) pool.add('cursor', decodeURIComponent(cursor));
  if (/^application\/geo\+json(?:;|$)/.test(String(headers['content-type']))) recordFeatures(pool, body);
  const kind = createdBy[operation.operationId];
  const facts = (
    kind === undefined && operation.operationId !== 'getImage' ? {} : JSON.parse(body.toString())
  ) as Record<string, unknown>;
  if (kind !== undefined && typeof facts['id'] === 'string') pool.add(kind, facts['id']);
  if (kind === 'image' && typeof facts['url'] === 'string')
    pool.add('address', decodeURIComponent(facts['url'].replace(/^.*?\/cdn\//, '')));
  if (Array.isArray(facts['tags'])) facts['tags'].forEach((tag: unknown) => pool.add('tag', String(tag)));
}

function recordFeatures(pool: ResourcePool, body: Buffer): void {
  const {
    id,
    features = [],
    handle,
  } = JSON.parse(body.toString()) as {
    readonly id?: string;
    readonly features?: readonly { readonly id: string }[];
    readonly handle?: string;
  };
  for (const known of [id, ...features.map((feature) => feature.id)])
    if (known !== undefined) pool.add('feature', known);
  if (handle !== undefined) pool.add('handle', handle);
}
