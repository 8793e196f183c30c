import type { Caller } from '@cairn/access';
import {
  bulkDeleteBodySchema,
  bulkTagsBodySchema,
  bulkVisibilityBodySchema,
  type BulkDeleteResult,
  type BulkTagsResult,
  type BulkVisibilityResult,
  type ImageFilterRecord,
  type UserJobRecord,
} from '@cairn/api-schema';
import {
  ChangeMatchingImages,
  ChangeVisibility,
  DeleteImages,
  EditTags,
  JOB_ID_LENGTH,
  type ImagesChange,
} from '@cairn/images';
import { Controller, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { askerIn } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { FromApplication } from '../application-providers.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { requestContextOf } from '../http/request-context.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { albumQuery } from '../albums/album-view.js';
import { userJobRecord } from './user-job-view.js';

interface Filtered {
  readonly caller: Caller;
  readonly response: Response;
  readonly filter: ImageFilterRecord;
  readonly change: ImagesChange;
}

/** Changes many images: those in a list, or those that match a filter. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class BulkController {
  constructor(
    @FromApplication(EditTags) private readonly editTags: EditTags,
    @FromApplication(ChangeVisibility) private readonly changeVisibility: ChangeVisibility,
    @FromApplication(DeleteImages) private readonly deleteImages: DeleteImages,
    @FromApplication(ChangeMatchingImages) private readonly changeMatching: ChangeMatchingImages,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('tagImages')
  async tag(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkTagsResult | UserJobRecord> {
    const body = await readJson(request, response, bulkTagsBodySchema);
    const { ids = [], filter, add = [], remove = [] } = body;
    if (filter !== undefined)
      return await this.changeAll(
        { caller, response, filter, change: { kind: 'tags', add, remove } },
        changedImages,
      );
    const { changed, missing } = await this.editTags.execute(caller.accountId, ids, { add, remove });
    return { changed: [...changed], missing: [...missing] };
  }

  @HandlesOperation('showImages')
  async show(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkVisibilityResult | UserJobRecord> {
    const { ids = [], filter, visibility } = await readJson(request, response, bulkVisibilityBodySchema);
    if (filter !== undefined)
      return await this.changeAll(
        { caller, response, filter, change: { kind: 'visibility', visibility } },
        changedImages,
      );
    const { changed, missing } = await this.changeVisibility.execute(caller.accountId, ids, visibility);
    return { changed: [...changed], missing: [...missing] };
  }

  @HandlesOperation('deleteImages')
  async deleteMany(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkDeleteResult | UserJobRecord> {
    const deletedBy = askerIn(request, caller);
    const { ids = [], filter } = await readJson(request, response, bulkDeleteBodySchema);
    if (filter !== undefined)
      return await this.changeAll(
        { caller, response, filter, change: { kind: 'delete', deletedBy } },
        (deleted) => ({
          deleted: [...deleted],
          missing: [],
        }),
      );
    const { deleted, missing } = await this.deleteImages.execute(caller.accountId, ids, { deletedBy });
    return { deleted: [...deleted], missing: [...missing] };
  }

  /** The result of `show` for the changed images; 202 with a job if there are too many. */
  private async changeAll<T>(
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
    const made = await this.changeMatching.execute(caller.accountId, asked);
    if ('changed' in made) return show(made.changed);
    response
      .status(202)
      .setHeader('Location', `${this.addresses.baseUrl}/api/images/bulk/jobs/${made.job.id}`);
    return userJobRecord(made.job);
  }
}

const changedImages = (changed: readonly string[]) => ({ changed: [...changed], missing: [] });
