import { restoreFeaturesBodySchema, type RestoredFeaturesRecord } from '@cairn/api-schema';
import { RestoreFeatures } from '@cairn/spaces';
import { Controller, HttpCode, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { FromApplication } from '../application-providers.js';
import { readJson } from '../http/body/json-body.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { HubCallers } from './hub-callers.js';
import { HubErrorFilter } from '../errors/hub-error-filter.js';

/** How many failures an answer has. */
const MOST_LISTED = 100;

/** The features and spaces in the trash. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(HubErrorFilter)
export class SpaceTrashController {
  constructor(
    @FromApplication(RestoreFeatures) private readonly restoreFeatures: RestoreFeatures,
    @Inject(HubCallers) private readonly callers: HubCallers,
  ) {}

  @HandlesOperation('restoreFeatures')
  @HttpCode(200)
  async restore(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('spaceId') spaceId: string,
  ): Promise<RestoredFeaturesRecord> {
    const { deletion: entry, features: ids } = await readJson(request, response, restoreFeaturesBodySchema);
    const caller = this.callers.of(request);
    const { restored, failed, isStopped } = await this.restoreFeatures.execute(caller, spaceId, {
      entry,
      ids,
    });
    const failures = failed.slice(0, MOST_LISTED).map(({ id = '', reason: code }) => ({ id, code }));
    return { restored, left: failed.length, failures, isContinued: isStopped };
  }
}
