import {
  CreateApiKey,
  ListApiKeys,
  RenameApiKey,
  RevokeApiKey,
  type ApiKey,
  ReadApiKey,
} from '@cairn/access';
import {
  createKeyBodySchema,
  keysQuerySchema,
  patchKeyBodySchema,
  revokeKeyQuerySchema,
  type CreatedKey,
  type KeyRecord,
} from '@cairn/api-schema';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { sendListing } from '../../responses/send-listing.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { optionalTimestamp, timestamp } from '../../responses/timestamp.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** The keys API. */
export function keyHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const createKey = application.get(CreateApiKey);
  const listKeys = application.get(ListApiKeys);
  const readKey = application.get(ReadApiKey);
  const renameKey = application.get(RenameApiKey);
  const revokeKey = application.get(RevokeApiKey);

  return {
    createKey: async ({ request, response }): Promise<CreatedKey> => {
      const caller = callerOf(request);
      const { expiresAt, ...body } = await readJson(request, response, createKeyBodySchema);
      const expiry = expiresAt === undefined ? undefined : Date.parse(expiresAt);
      const { key, secret } = await createKey.execute(caller, { ...body, expiresAt: expiry });
      requestContextOf(request).owner = key.accountId;
      noteChanged(request, { thing: { type: 'key', id: key.id } });
      return { ...show(key), key: secret };
    },

    listKeys: async ({ request, response, query }) => {
      const caller = callerOf(request);
      const { accountId = caller.accountId } = parse(query, keysQuerySchema);
      await sendListing({
        query: query,
        response,
        url: `${addresses.baseUrl}/api/keys`,
        list: (page) => listKeys.execute(caller, accountId === '*' ? '*' : { accountId }, page),
        show,
      });
    },

    getKey: async ({ request, params: { id = '' } }): Promise<KeyRecord> => {
      const caller = callerOf(request);
      return show(await readKey.execute(caller, id));
    },

    patchKey: async ({ request, response, params: { id = '' } }): Promise<KeyRecord> => {
      const { name } = await readJson(request, response, patchKeyBodySchema);
      const key = await renameKey.execute(callerOf(request), id, name);
      requestContextOf(request).owner = key.accountId;
      return show(key);
    },

    revokeKey: async ({ request, params: { id = '' }, query }): Promise<KeyRecord> => {
      const caller = callerOf(request);
      const { force } = parse(query, revokeKeyQuerySchema);
      const key = await revokeKey.execute(caller, id, force ? 'revoke' : 'refuse');
      requestContextOf(request).owner = key.accountId;
      return show(key);
    },
  };
}

function show(key: ApiKey): KeyRecord {
  const { id, accountId, name, scopes, hint } = key;
  return {
    id,
    accountId,
    parentId: key.parentId ?? null,
    userId: key.userId ?? null,
    name,
    scopes: [...scopes],
    hint,
    createdAt: timestamp(key.createdAt),
    expiresAt: optionalTimestamp(key.expiresAt),
    revokedAt: optionalTimestamp(key.revokedAt),
    lastUsedAt: optionalTimestamp(key.lastUsedAt),
  };
}
