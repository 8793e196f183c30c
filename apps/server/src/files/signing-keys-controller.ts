import { createSigningKeyBodySchema, type CreatedSigningKey, type SigningKeyRecord } from '@cairn/api-schema';
import { CreateSigningKey, ListSigningKeys, RevokeSigningKey } from '@cairn/images';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';

/** The keys that sign addresses of files. The guard lets administrators in only. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class SigningKeysController {
  constructor(
    @FromApplication(CreateSigningKey) private readonly createKey: CreateSigningKey,
    @FromApplication(ListSigningKeys) private readonly listKeys: ListSigningKeys,
    @FromApplication(RevokeSigningKey) private readonly revokeKey: RevokeSigningKey,
    @Inject(SERVER_SETTINGS) private readonly settings: ServerSettings,
  ) {}

  @HandlesOperation('createSigningKey')
  async create(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedSigningKey> {
    const { name } = await readJson(request, response, createSigningKeyBodySchema);
    const reserved = this.settings.signingKeys;
    const { createdAt, ...key } = await this.createKey.execute({ name, reserved });
    return { ...key, createdAt: timestamp(createdAt) };
  }

  @HandlesOperation('listSigningKeys')
  async list(): Promise<readonly SigningKeyRecord[]> {
    const keys = await this.listKeys.execute();
    return keys.map(({ id, name, createdAt }) => ({ id, name, createdAt: timestamp(createdAt) }));
  }

  @HandlesOperation('revokeSigningKey')
  async revoke(@Param('id') id: string): Promise<void> {
    await this.revokeKey.execute(id);
  }
}
