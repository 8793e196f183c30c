import { AccountRepository } from '@cairn/access/spi';
import { createSigningKeyBodySchema, type CreatedSigningKey, type SigningKeyRecord } from '@cairn/api-schema';
import { CreateSigningKey, ListSigningKeys, RevokeSigningKey } from '@cairn/images';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** The keys that sign addresses of files and upload tokens. The guard lets administrators in only. */
export function signingKeyHandlers({ application, settings }: HttpServices): OperationHandlers {
  const accounts = application.get(AccountRepository);
  const createKey = application.get(CreateSigningKey);
  const listKeys = application.get(ListSigningKeys);
  const revokeKey = application.get(RevokeSigningKey);

  return {
    createSigningKey: async ({ request, response }): Promise<CreatedSigningKey> => {
      const { name, uploadsTo } = await readJson(request, response, createSigningKeyBodySchema);
      if (uploadsTo !== undefined) await accounts.get(uploadsTo);
      const reserved = settings.signingKeys;
      const { createdAt, ...key } = await createKey.execute({ name, reserved, uploadsTo });
      return { ...key, createdAt: timestamp(createdAt) };
    },

    listSigningKeys: async (): Promise<readonly SigningKeyRecord[]> => {
      const keys = await listKeys.execute();
      return keys.map(({ createdAt, ...key }) => ({ ...key, createdAt: timestamp(createdAt) }));
    },

    revokeSigningKey: async ({ params: { id = '' } }) => {
      await revokeKey.execute(id);
      return NO_CONTENT;
    },
  };
}
