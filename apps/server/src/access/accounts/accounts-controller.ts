import { ListAccounts, ReadAccount, type Account, type Caller } from '@cairn/access';
import {
  changeAccountBodySchema,
  createAccountBodySchema,
  type AccountDetails,
  type AccountRecord,
} from '@cairn/api-schema';
import { OpenAccount } from '@cairn/composition';
import { ReadByteQuota, ReadQuota, SetByteQuota, SetQuota } from '@cairn/images';
import { ReadFeatureUse } from '@cairn/spaces';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { AccessGuard } from '../guard/access-guard.js';
import { Authenticated } from '../authenticated.js';
import { Addresses } from '../../http/addresses.js';
import { readJson } from '../../http/body/json-body.js';
import { sendListing } from '../../http/responses/send-listing.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { queryOf } from '../../http/query.js';
import { requestContextOf } from '../../http/request-context.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { timestamp } from '../../http/responses/timestamp.js';

/** The accounts API. Combines accounts with their use and their limits. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class AccountsController {
  constructor(
    @FromApplication(OpenAccount) private readonly openAccount: OpenAccount,
    @FromApplication(ReadAccount) private readonly readAccount: ReadAccount,
    @FromApplication(ListAccounts) private readonly listAccounts: ListAccounts,
    @FromApplication(ReadQuota) private readonly readQuota: ReadQuota,
    @FromApplication(SetQuota) private readonly setQuota: SetQuota,
    @FromApplication(ReadByteQuota) private readonly readByteQuota: ReadByteQuota,
    @FromApplication(SetByteQuota) private readonly setByteQuota: SetByteQuota,
    @FromApplication(ReadFeatureUse) private readonly readFeatureUse: ReadFeatureUse,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('createAccount')
  async create(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountDetails> {
    const body = await readJson(request, response, createAccountBodySchema);
    const quotas = { images: body.imageQuota ?? undefined, bytes: body.imageBytesQuota ?? undefined };
    const account = await this.openAccount.execute(caller, { name: body.name, quotas });
    return await this.details(account);
  }

  @HandlesOperation('listAccounts')
  async list(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await sendListing({
      query: queryOf(request),
      response,
      url: `${this.addresses.baseUrl}/api/accounts`,
      list: (page) => this.listAccounts.execute(caller, page),
      show,
    });
  }

  @HandlesOperation('getAccount')
  async get(@Authenticated() caller: Caller, @Param('id') id: string): Promise<AccountDetails> {
    return await this.details(await this.readAccount.execute(caller, id));
  }

  @HandlesOperation('changeAccount')
  async change(
    @Authenticated() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountDetails> {
    const { imageQuota, imageBytesQuota } = await readJson(request, response, changeAccountBodySchema);
    const account = await this.readAccount.execute(caller, id);
    requestContextOf(request).owner = account.id;
    if (imageQuota !== undefined) await this.setQuota.execute(account.id, imageQuota ?? undefined);
    if (imageBytesQuota !== undefined)
      await this.setByteQuota.execute(account.id, imageBytesQuota ?? undefined);
    return await this.details(account);
  }

  private async details(account: Account): Promise<AccountDetails> {
    const [images, bytes, { featureCount, length, quota }] = await Promise.all([
      this.readQuota.execute(account.id),
      this.readByteQuota.execute(account.id),
      this.readFeatureUse.execute(account.id),
    ]);
    return {
      ...show(account),
      ...images,
      imageBytes: bytes.used,
      imageBytesQuota: bytes.quota ?? null,
      featureCount,
      featureBytes: length,
      featureQuota: quota.maxFeatures ?? null,
      featureBytesQuota: quota.maxLength ?? null,
    };
  }
}

function show({ id, name, createdAt }: Account): AccountRecord {
  return { id, name, createdAt: timestamp(createdAt) };
}
