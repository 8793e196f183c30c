import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '@cairn/access';
import {
  bulkDeleteBodySchema,
  bulkDetailsBodySchema,
  bulkTagsBodySchema,
  bulkTakenBodySchema,
  bulkVisibilityBodySchema,
  type BulkDeleteResult,
  type BulkDetailsResult,
  type BulkTagsResult,
  type BulkTakenResult,
  type BulkVisibilityResult,
  type ImageFilterRecord,
  type UserJobRecord,
} from '@cairn/api-schema';
import {
  ChangeDetails,
  ChangeMatchingImages,
  ChangeTaken,
  ChangeVisibility,
  DeleteImages,
  EditTags,
  JOB_ID_LENGTH,
  type ImagesChange,
} from '@cairn/images';
import { askerIn } from '../../access/acting.js';
import { readJson } from '../../bodies/json-body.js';
import { noteChanged, requestContextOf } from '../../messages/request-context.js';
import { userJobRecord } from '../../images/user-job-view.js';
import { albumQuery } from '../../images/album-view.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

interface Filtered {
  readonly caller: Caller;
  readonly response: ServerResponse;
  readonly filter: ImageFilterRecord;
  readonly change: ImagesChange;
}

/** Changes many images: those in a list, or those that match a filter. */
export function bulkHandlers({ application, addresses }: HttpServices): OperationHandlers {
  const editTags = application.get(EditTags);
  const changeVisibility = application.get(ChangeVisibility);
  const changeTaken = application.get(ChangeTaken);
  const changeDetails = application.get(ChangeDetails);
  const deleteImages = application.get(DeleteImages);
  const changeMatching = application.get(ChangeMatchingImages);
  /** The result of `show` for the changed images; 202 with a job if there are too many. */
  async function changeAll<T>(
    { caller, response, filter: { visibility, ...query }, change }: Filtered,
    show: (changed: readonly string[]) => T,
  ): Promise<T | UserJobRecord> {
    const filter = { ...albumQuery(query), visibilities: visibility };
    const jobId = requestContextOf(response.req).attempt?.id(JOB_ID_LENGTH);
    const prefers = /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(
      String(response.req.headers['prefer'] ?? ''),
    );
    const inJob = prefers ? 'always' : 'if-many';
    const askedBy = askerIn(response.req, caller);
    const asked = { filter, change, askedBy, jobId, inJob } as const;
    const made = await changeMatching.execute(caller.accountId, asked);
    if ('changed' in made) {
      noteChanged(response.req, { images: made.changed });
      return show(made.changed);
    }
    response.statusCode = 202;
    response.setHeader('Location', `${addresses.baseUrl}/api/images/bulk/jobs/${made.job.id}`);
    return userJobRecord(made.job);
  }
  return {
    tagImages: async ({ request, response }): Promise<BulkTagsResult | UserJobRecord> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, bulkTagsBodySchema);
      const { ids = [], filter, add = [], remove = [] } = body;
      if (filter !== undefined)
        return await changeAll(
          { caller, response, filter, change: { kind: 'tags', add, remove } },
          changedImages,
        );
      const { changed, missing } = await editTags.execute(caller.accountId, ids, { add, remove });
      return told(request, changed, missing);
    },

    showImages: async ({ request, response }): Promise<BulkVisibilityResult | UserJobRecord> => {
      const caller = callerOf(request);
      const { ids = [], filter, visibility } = await readJson(request, response, bulkVisibilityBodySchema);
      if (filter !== undefined)
        return await changeAll(
          { caller, response, filter, change: { kind: 'visibility', visibility } },
          changedImages,
        );
      const { changed, missing } = await changeVisibility.execute(caller.accountId, ids, visibility);
      return told(request, changed, missing);
    },

    dateImages: async ({ request, response }): Promise<BulkTakenResult> => {
      const { ids, ...times } = await readJson(request, response, bulkTakenBodySchema);
      const { takenAt = null, shiftMinutes } = times;
      const change = shiftMinutes === undefined ? { takenAt } : { shiftMinutes };
      const { changed, missing } = await changeTaken.execute(callerOf(request).accountId, ids, change);
      return told(request, changed, missing);
    },

    detailImages: async ({ request, response }): Promise<BulkDetailsResult | UserJobRecord> => {
      const caller = callerOf(request);
      const { ids = [], filter, ...details } = await readJson(request, response, bulkDetailsBodySchema);
      if (filter !== undefined)
        return await changeAll(
          { caller, response, filter, change: { kind: 'details', details } },
          changedImages,
        );
      const { changed, missing } = await changeDetails.execute(caller.accountId, ids, details);
      return told(request, changed, missing);
    },

    deleteImages: async ({ request, response }): Promise<BulkDeleteResult | UserJobRecord> => {
      const caller = callerOf(request);
      const deletedBy = askerIn(request, caller);
      const { ids = [], filter } = await readJson(request, response, bulkDeleteBodySchema);
      if (filter !== undefined)
        return await changeAll(
          { caller, response, filter, change: { kind: 'delete', deletedBy } },
          (deleted) => ({
            deleted: [...deleted],
            missing: [],
          }),
        );
      const { deleted, missing } = await deleteImages.execute(caller.accountId, ids, { deletedBy });
      noteChanged(request, { images: deleted });
      return { deleted: [...deleted], missing: [...missing] };
    },
  };
}

/** The answer about images in a list, which the audit trail has, too. */
function told(
  request: IncomingMessage,
  changed: readonly string[],
  missing: readonly string[],
): { changed: string[]; missing: string[] } {
  noteChanged(request, { images: changed });
  return { changed: [...changed], missing: [...missing] };
}

const changedImages = (changed: readonly string[]) => ({ changed: [...changed], missing: [] });
