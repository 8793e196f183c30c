import {
  createSpaceBodySchema,
  dryRunQuerySchema,
  patchSpaceBodySchema,
  type HubStatus,
  type SpaceRecord,
} from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { CreateSpace, DeleteSpace, SPACE_ID_LENGTH, UpdateSpace } from '@cairn/spaces';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { Addresses } from '../http/addresses.js';
import { parse } from '../http/faults.js';
import { readJson } from '../http/body/json-body.js';
import { requestContextOf } from '../http/request-context.js';
import { queryOf } from '../http/query.js';
import { setDecompressedSizes } from '../http/responses/decompressed-sizes.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { HubErrorFilter } from '../errors/hub-error-filter.js';
import { HubCallers } from './hub-callers.js';
import { hubQuery } from './hub-query.js';
import { SpaceView } from './space-view.js';

/** How much the clocks of two nodes may differ. */
const CLOCK_SKEW_MS = 60_000;

/** The spaces API, except the operations in `spaceHandlers`. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(HubErrorFilter)
export class SpacesController {
  constructor(
    @FromApplication(CreateSpace) private readonly createSpace: CreateSpace,
    @FromApplication(UpdateSpace) private readonly updateSpace: UpdateSpace,
    @FromApplication(DeleteSpace) private readonly deleteSpace: DeleteSpace,
    @Inject(HubCallers) private readonly callers: HubCallers,
    @Inject(SpaceView) private readonly view: SpaceView,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('getHubStatus')
  status(): HubStatus {
    return this.view.status(`${this.addresses.baseUrl}/hub`);
  }

  @HandlesOperation('createSpace')
  async create(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SpaceRecord> {
    const body = await readJson(request, response, createSpaceBodySchema);
    const { title, description, id, owner, storage, ...settings } = body;
    const { attempt } = requestContextOf(request);
    const caller = this.callers.of(request);
    const space = await this.createSpace.execute(caller, {
      title,
      description: description ?? '',
      id: id ?? undefined,
      madeId: attempt?.id(SPACE_ID_LENGTH),
      attemptedSince: attempt?.isAnother === true ? attempt.firstAt - CLOCK_SKEW_MS : undefined,
      owner: owner ?? undefined,
      storageId: storage?.id,
      settings,
      dryRun: isDryRun(request),
    });
    return sized(response, this.view.record(space, caller));
  }

  @HandlesOperation('patchSpace')
  async patch(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('spaceId') id: string,
  ): Promise<SpaceRecord> {
    const body = await readJson(request, response, patchSpaceBodySchema);
    const { id: fixedId, storage, title, description, owner, ...settings } = body;
    if (fixedId !== undefined && fixedId !== id) {
      throw new InvalidInput([
        { pointer: '/id', code: 'fixed', detail: 'The id of a space cannot be changed.' },
      ]);
    }
    const caller = this.callers.of(request);
    const space = await this.updateSpace.execute(caller, id, {
      storageId: storage?.id,
      title,
      description: description === null ? '' : description,
      owner: owner ?? undefined,
      settings,
      dryRun: isDryRun(request),
    });
    return sized(response, this.view.record(space, caller));
  }

  @HandlesOperation('deleteSpace')
  async delete(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('spaceId') id: string,
  ): Promise<SpaceRecord | undefined> {
    const caller = this.callers.of(request);
    const space = await this.deleteSpace.execute(caller, id, { dryRun: isDryRun(request) });
    if (request.headers.accept === 'application/json')
      return sized(response, this.view.record(space, caller));
    response.status(204);
    return undefined;
  }
}

function sized(response: Response, record: SpaceRecord): SpaceRecord {
  setDecompressedSizes(response, Buffer.byteLength(JSON.stringify(record)));
  return record;
}

function isDryRun(request: Request): boolean {
  return parse(hubQuery(queryOf(request)), dryRunQuerySchema).dryRun ?? false;
}
