import type { Caller } from '@cairn/access';
import { importBodySchema, type UserJobRecord } from '@cairn/api-schema';
import { BULK_JOB, IMPORT_JOB, ImportImages, JOB_ID_LENGTH, UserJobs } from '@cairn/images';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, askerIn } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { FromApplication } from '../application-providers.js';
import { HttpError } from '../http/http-error.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { Addresses } from '../http/addresses.js';
import { readJson } from '../http/body/json-body.js';
import { queryOf } from '../http/query.js';
import { requestContextOf } from '../http/request-context.js';
import { sendListing } from '../http/responses/send-listing.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import { userJobRecord } from './user-job-view.js';

/** Jobs that accounts have asked for. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class UserJobsController {
  constructor(
    @FromApplication(UserJobs) private readonly jobs: UserJobs,
    @FromApplication(ImportImages) private readonly importImages: ImportImages,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('listBulkJobs')
  async listBulk(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.list({ accountId, kind: BULK_JOB, path: '/api/images/bulk/jobs' }, request, response);
  }

  @HandlesOperation('getBulkJob')
  async getBulk(@Authenticated() { accountId }: Caller, @Param('id') id: string): Promise<UserJobRecord> {
    return userJobRecord(await this.jobs.get(accountId, BULK_JOB, id));
  }

  @HandlesOperation('cancelBulkJob')
  async cancelBulk(@Authenticated() { accountId }: Caller, @Param('id') id: string): Promise<UserJobRecord> {
    return userJobRecord(await this.jobs.cancel(accountId, BULK_JOB, id));
  }

  @HandlesOperation('importImages')
  async import(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserJobRecord> {
    if (!this.settings.offersImports) throw notOffered();
    const { accountId, keyId } = caller;
    const { url, urls, ...details } = await readJson(request, response, importBodySchema);
    const job = await this.importImages.execute(accountId, {
      addresses: urls ?? (url === undefined ? [] : [url]),
      details,
      keyId,
      addedBy: actingIn(request)?.bearer,
      askedBy: askerIn(request, caller),
      jobId: requestContextOf(request).attempt?.id(JOB_ID_LENGTH),
    });
    response.setHeader('Location', `${this.addresses.baseUrl}/api/imports/${job.id}`);
    return userJobRecord(job);
  }

  @HandlesOperation('listImports')
  async listImports(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.list({ accountId, kind: IMPORT_JOB, path: '/api/imports' }, request, response);
  }

  @HandlesOperation('getImport')
  async getImport(@Authenticated() { accountId }: Caller, @Param('id') id: string): Promise<UserJobRecord> {
    return userJobRecord(await this.jobs.get(accountId, IMPORT_JOB, id));
  }

  @HandlesOperation('cancelImport')
  async cancelImport(
    @Authenticated() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<UserJobRecord> {
    return userJobRecord(await this.jobs.cancel(accountId, IMPORT_JOB, id));
  }

  private async list(
    { accountId, kind, path }: { readonly accountId: string; readonly kind: string; readonly path: string },
    request: Request,
    response: Response,
  ): Promise<void> {
    await sendListing({
      query: queryOf(request),
      response,
      url: `${this.addresses.baseUrl}${path}`,
      list: (page) => this.jobs.list(accountId, kind, page),
      show: userJobRecord,
    });
  }
}

function notOffered(): HttpError {
  const detail = 'This service imports nothing from other servers.';
  return new HttpError({ status: 501, code: 'imports-not-offered', detail });
}
