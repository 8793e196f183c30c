import type { IncomingMessage, ServerResponse } from 'node:http';
import { importBodySchema, type UserJobRecord } from '@cairn/api-schema';
import { BULK_JOB, IMPORT_JOB, ImportImages, JOB_ID_LENGTH, UserJobs } from '@cairn/images';
import { actingIn, askerIn } from '../../access/acting.js';
import { HttpError } from '../../messages/http-error.js';
import { readJson } from '../../bodies/json-body.js';
import { queryOf } from '../../messages/query.js';
import { requestContextOf } from '../../messages/request-context.js';
import { sendListing } from '../../responses/send-listing.js';
import { userJobRecord } from '../../images/user-job-view.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** Jobs that accounts have asked for. */
export function userJobHandlers({ application, settings, addresses }: HttpServices): OperationHandlers {
  const jobs = application.get(UserJobs);
  const importImages = application.get(ImportImages);
  async function list(
    { accountId, kind, path }: { readonly accountId: string; readonly kind: string; readonly path: string },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    await sendListing({
      query: queryOf(request),
      response,
      url: `${addresses.baseUrl}${path}`,
      list: (page) => jobs.list(accountId, kind, page),
      show: userJobRecord,
    });
  }
  return {
    listBulkJobs: async ({ request, response }) => {
      const { accountId } = callerOf(request);
      await list({ accountId, kind: BULK_JOB, path: '/api/images/bulk/jobs' }, request, response);
    },

    getBulkJob: async ({ request, params: { id = '' } }): Promise<UserJobRecord> => {
      const { accountId } = callerOf(request);
      return userJobRecord(await jobs.get(accountId, BULK_JOB, id));
    },

    cancelBulkJob: async ({ request, params: { id = '' } }): Promise<UserJobRecord> => {
      const { accountId } = callerOf(request);
      return userJobRecord(await jobs.cancel(accountId, BULK_JOB, id));
    },

    importImages: async ({ request, response }): Promise<UserJobRecord> => {
      const caller = callerOf(request);
      if (!settings.offersImports) throw notOffered();
      const { accountId, keyId } = caller;
      const { url, urls, ...details } = await readJson(request, response, importBodySchema);
      const job = await importImages.execute(accountId, {
        addresses: urls ?? (url === undefined ? [] : [url]),
        details,
        keyId,
        addedBy: actingIn(request)?.bearer,
        askedBy: askerIn(request, caller),
        jobId: requestContextOf(request).attempt?.id(JOB_ID_LENGTH),
      });
      response.setHeader('Location', `${addresses.baseUrl}/api/imports/${job.id}`);
      return userJobRecord(job);
    },

    listImports: async ({ request, response }) => {
      const { accountId } = callerOf(request);
      await list({ accountId, kind: IMPORT_JOB, path: '/api/imports' }, request, response);
    },

    getImport: async ({ request, params: { id = '' } }): Promise<UserJobRecord> => {
      const { accountId } = callerOf(request);
      return userJobRecord(await jobs.get(accountId, IMPORT_JOB, id));
    },

    cancelImport: async ({ request, params: { id = '' } }): Promise<UserJobRecord> => {
      const { accountId } = callerOf(request);
      return userJobRecord(await jobs.cancel(accountId, IMPORT_JOB, id));
    },
  };
}

function notOffered(): HttpError {
  const detail = 'This service imports nothing from other servers.';
  return new HttpError({ status: 501, code: 'imports-not-offered', detail });
}
