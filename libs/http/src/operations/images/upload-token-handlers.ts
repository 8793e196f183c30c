import type { IncomingMessage } from 'node:http';
import { CreateUploadToken, ManageUploadTokens, type Caller, type UploadToken } from '@cairn/access';
import {
  createUploadTokenBodySchema,
  createUploadTokenQuerySchema,
  sharexUploader,
  uploadTokensQuerySchema,
  type CreatedUploadTokenRecord,
  type UploadTokenPage,
  type UploadTokenRecord,
} from '@cairn/api-schema';
import type { UploadTokenScope } from '@cairn/access/spi';
import { parseImagePath, parseTags } from '@cairn/images';
import { formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { actingIn, assertMayAddTo } from '../../access/acting.js';
import { callerOf } from '../../access/caller.js';
import { readJson } from '../../bodies/json-body.js';
import type { HttpServices } from '../../http-services.js';
import { parse } from '../../messages/faults.js';
import { timestamp } from '../../responses/timestamp.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/** Credentials that upload images and do nothing else. */
export function uploadTokenHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const createToken = application.get(CreateUploadToken);
  const tokens = application.get(ManageUploadTokens);

  return {
    createUploadToken: async ({ request, response, query }): Promise<CreatedUploadTokenRecord> => {
      const { as } = parse(query, createUploadTokenQuerySchema);
      const caller = callerOf(request);
      const body = await readJson(request, response, createUploadTokenBodySchema);
      const { path = '', tags = [], expiresAt, ...limits } = body;
      const parsed = parseAll({ path: () => parseImagePath(path), tags: () => parseTags(tags) });
      assertMayAddTo(request, parsed.path);
      const { token, secret } = await createToken.execute(caller, {
        ...limits,
        ...parsed,
        expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
        byGrant: actingIn(request) !== undefined,
      });
      response.setHeader('Location', `${addresses.baseUrl}/api/upload-tokens/${token.id}`);
      return {
        ...show(token),
        token: secret,
        ...(as && { sharex: sharexUploader(addresses.baseUrl, secret) }),
      };
    },

    listUploadTokens: async ({ request, query }): Promise<UploadTokenPage> => {
      const { limit = PER_PAGE, cursor } = parse(query, uploadTokensQuerySchema);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await tokens.list(scopeOf(request, callerOf(request)), { limit, after });
      return { tokens: items.map(show), ...(next && { nextCursor: formatCursor(next) }) };
    },

    deleteUploadToken: async ({ request, params: { id = '' } }) => {
      await tokens.remove(scopeOf(request, callerOf(request)), id);
      return NO_CONTENT;
    },
  };
}

/** In the account of another, only what the caller has made. */
function scopeOf(request: IncomingMessage, { accountId }: Caller): UploadTokenScope {
  const acting = actingIn(request);
  return { accountId, ...(acting && { createdBy: acting.bearer }) };
}

function show(token: UploadToken): UploadTokenRecord {
  const { id, path, tags, maxFileBytes = null, maxFiles, filesUsed, createdBy = null } = token;
  return {
    id,
    path,
    tags: [...tags],
    maxFileBytes,
    maxFiles,
    filesUsed,
    expiresAt: timestamp(token.expiresAt),
    createdAt: timestamp(token.createdAt),
    createdBy,
  };
}
