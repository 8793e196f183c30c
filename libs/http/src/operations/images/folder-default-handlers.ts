import {
  putFolderDefaultBodySchema,
  type FolderDefaultList,
  type PutFolderDefaultBody,
} from '@cairn/api-schema';
import { ReadFolderDefaults, SetFolderDefault } from '@cairn/images';
import { readJson } from '../../bodies/json-body.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** What uploads into a folder get. */
export function folderDefaultHandlers({ application }: HttpServices): OperationHandlers {
  const readFolderDefaults = application.get(ReadFolderDefaults);
  const setFolderDefault = application.get(SetFolderDefault);

  return {
    listFolderDefaults: async ({ request }): Promise<FolderDefaultList> => {
      const { accountId } = callerOf(request);
      return { defaults: [...(await readFolderDefaults.execute(accountId))] };
    },

    putFolderDefault: async ({ request, response }): Promise<PutFolderDefaultBody> => {
      const { accountId } = callerOf(request);
      const change = await readJson(request, response, putFolderDefaultBodySchema);
      return await setFolderDefault.execute(accountId, change);
    },
  };
}
