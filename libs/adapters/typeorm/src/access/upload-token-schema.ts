import type { Bearer, UploadToken } from '@cairn/access';
import { UPLOAD_TOKENS } from '../images/tables/upload-tokens-mark.js';
import { idOf, integer, optional, parseStringList, table, text } from '../sql/table.js';

/** An upload token in one row. `tags` is a JSON array of strings, `byGrant` 1 or 0. */
export interface UploadTokenRow extends Omit<
  UploadToken,
  'tags' | 'maxFileBytes' | 'createdBy' | 'byGrant' | 'signingKeyId'
> {
  readonly tags: string;
  readonly maxFileBytes: number | null;
  readonly createdBy: Bearer | null;
  readonly byGrant: number;
  readonly signingKeyId: string | null;
}

export const UploadTokenSchema = table<UploadTokenRow>(
  'upload_token',
  {
    id: text,
    accountId: idOf('owner'),
    digest: { ...text, unique: true },
    path: text,
    tags: text,
    maxFileBytes: optional(integer),
    maxFiles: integer,
    filesUsed: integer,
    expiresAt: integer,
    createdAt: integer,
    createdBy: optional(idOf('actor')),
    byGrant: integer,
    signingKeyId: optional(text),
  },
  {
    traces: 'uploadTokens',
    since: UPLOAD_TOKENS,
    indexes: {
      upload_token_by_age: '(account_id, created_at, id)',
      upload_token_by_maker: '(created_by) WHERE created_by IS NOT NULL',
    },
  },
);

export function toUploadToken(row: UploadTokenRow): UploadToken {
  const { tags, maxFileBytes, createdBy, byGrant, signingKeyId, ...token } = row;
  return {
    ...token,
    tags: parseStringList(tags),
    ...(maxFileBytes !== null && { maxFileBytes }),
    ...(createdBy !== null && { createdBy }),
    ...(byGrant === 1 && { byGrant: true }),
    ...(signingKeyId !== null && { signingKeyId }),
  };
}

export function uploadTokenRow(token: UploadToken): UploadTokenRow {
  const { tags, maxFileBytes, createdBy, byGrant, signingKeyId, ...row } = token;
  return {
    ...row,
    tags: JSON.stringify(tags),
    maxFileBytes: maxFileBytes ?? null,
    createdBy: createdBy ?? null,
    byGrant: byGrant ? 1 : 0,
    signingKeyId: signingKeyId ?? null,
  };
}
