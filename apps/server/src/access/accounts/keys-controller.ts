import { CreateApiKey, ListApiKeys, RevokeApiKey, type ApiKey, type Caller, ReadApiKey } from '@cairn/access';
import {
  createKeyBodySchema,
  keysQuerySchema,
  revokeKeyQuerySchema,
  type CreatedKey,
  type KeyRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { AccessGuard } from '../guard/access-guard.js';
import { Authenticated } from '../authenticated.js';
import { Addresses } from '../../http/addresses.js';
import { parse } from '../../http/faults.js';
import { readJson } from '../../http/body/json-body.js';
import { sendListing } from '../../http/responses/send-listing.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { queryOf } from '../../http/query.js';
import { requestContextOf } from '../../http/request-context.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { optionalTimestamp, timestamp } from '../../http/responses/timestamp.js';

/** The keys API. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class KeysController {
  constructor(
    @FromApplication(CreateApiKey) private readonly createKey: CreateApiKey,
    @FromApplication(ListApiKeys) private readonly listKeys: ListApiKeys,
    @FromApplication(ReadApiKey) private readonly readKey: ReadApiKey,
    @FromApplication(RevokeApiKey) private readonly revokeKey: RevokeApiKey,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('createKey')
  async create(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedKey> {
    const { expiresAt, ...body } = await readJson(request, response, createKeyBodySchema);
    const expiry = expiresAt === undefined ? undefined : Date.parse(expiresAt);
    const { key, secret } = await this.createKey.execute(caller, { ...body, expiresAt: expiry });
    requestContextOf(request).owner = key.accountId;
    return { ...show(key), key: secret };
  }

  @HandlesOperation('listKeys')
  async list(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { accountId = caller.accountId } = parse(queryOf(request), keysQuerySchema);
    await sendListing({
      query: queryOf(request),
      response,
      url: `${this.addresses.baseUrl}/api/keys`,
      list: (page) => this.listKeys.execute(caller, accountId === '*' ? '*' : { accountId }, page),
      show,
    });
  }

  @HandlesOperation('getKey')
  async get(@Authenticated() caller: Caller, @Param('id') id: string): Promise<KeyRecord> {
    return show(await this.readKey.execute(caller, id));
  }

  @HandlesOperation('revokeKey')
  async revoke(
    @Authenticated() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<KeyRecord> {
    const { force } = parse(queryOf(request), revokeKeyQuerySchema);
    const key = await this.revokeKey.execute(caller, id, force ? 'revoke' : 'refuse');
    requestContextOf(request).owner = key.accountId;
    return show(key);
  }
}

function show(key: ApiKey): KeyRecord {
  const { id, accountId, name, scopes, hint } = key;
  return {
    id,
    accountId,
    parentId: key.parentId ?? null,
    name,
    scopes: [...scopes],
    hint,
    createdAt: timestamp(key.createdAt),
    expiresAt: optionalTimestamp(key.expiresAt),
    revokedAt: optionalTimestamp(key.revokedAt),
    lastUsedAt: optionalTimestamp(key.lastUsedAt),
  };
}
