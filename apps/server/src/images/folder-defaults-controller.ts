import type { Caller } from '@cairn/access';
import {
  putFolderDefaultBodySchema,
  type FolderDefaultList,
  type PutFolderDefaultBody,
} from '@cairn/api-schema';
import { ReadFolderDefaults, SetFolderDefault } from '@cairn/images';
import { Controller, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { Authenticated } from '../access/authenticated.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';

/** What uploads into a folder get. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class FolderDefaultsController {
  constructor(
    @FromApplication(ReadFolderDefaults) private readonly readFolderDefaults: ReadFolderDefaults,
    @FromApplication(SetFolderDefault) private readonly setFolderDefault: SetFolderDefault,
  ) {}

  @HandlesOperation('listFolderDefaults')
  async list(@Authenticated() { accountId }: Caller): Promise<FolderDefaultList> {
    return { defaults: [...(await this.readFolderDefaults.execute(accountId))] };
  }

  @HandlesOperation('putFolderDefault')
  async put(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PutFolderDefaultBody> {
    const change = await readJson(request, response, putFolderDefaultBodySchema);
    return await this.setFolderDefault.execute(accountId, change);
  }
}
