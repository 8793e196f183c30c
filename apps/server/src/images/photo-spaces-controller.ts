import { KeyNotFound, type Caller, ReadApiKey } from '@cairn/access';
import { photoSourceQuerySchema, putPhotoSpaceBodySchema, type PhotoSpace } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import {
  LinkPhotos,
  ListPhotoLinks,
  UnlinkPhotos,
  type PhotoLink,
  type PhotoPhase,
  type PhotoSource,
} from '@cairn/photo-places';
import { Controller, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { AccessGuard } from '../access/guard/access-guard.js';
import { Authenticated } from '../access/authenticated.js';
import { parse } from '../http/faults.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { queryOf } from '../http/query.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';

/** Which photos are features of which space. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class PhotoSpacesController {
  constructor(
    @FromApplication(LinkPhotos) private readonly link: LinkPhotos,
    @FromApplication(UnlinkPhotos) private readonly unlink: UnlinkPhotos,
    @FromApplication(ListPhotoLinks) private readonly listLinks: ListPhotoLinks,
    @FromApplication(ReadApiKey) private readonly readKey: ReadApiKey,
  ) {}

  @HandlesOperation('listPhotoSpaces')
  async list(@Authenticated() { accountId }: Caller): Promise<readonly PhotoSpace[]> {
    return (await this.listLinks.execute(accountId)).map(photoSpace);
  }

  @HandlesOperation('putPhotoSpace')
  async put(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PhotoSpace> {
    const source = sourceOf(request);
    const { spaceId } = await readJson(request, response, putPhotoSpaceBodySchema);
    if (source.kind === 'key') await this.assertOwn(caller, source.keyId);
    return photoSpace(await this.link.execute(caller.accountId, source, spaceId));
  }

  @HandlesOperation('deletePhotoSpace')
  async delete(@Authenticated() { accountId }: Caller, @Req() request: Request): Promise<void> {
    await this.unlink.execute(accountId, sourceOf(request));
  }

  private async assertOwn(caller: Caller, keyId: string): Promise<void> {
    const { accountId } = await this.readKey.execute(caller, keyId);
    if (accountId !== caller.accountId) throw new KeyNotFound();
  }
}

function sourceOf(request: Request): PhotoSource {
  const { path, key } = parse(queryOf(request), photoSourceQuerySchema);
  if (path !== undefined && key === undefined) return { kind: 'folder', path };
  if (key !== undefined && path === undefined) return { kind: 'key', keyId: key };
  throw InvalidInput.of('path-or-key', 'The query must have either `path` or `key`.');
}

const states: Readonly<Record<PhotoPhase, PhotoSpace['state']>> = {
  placing: 'filling',
  checking: 'filling',
  idle: 'current',
  blocked: 'blocked',
  removing: 'removing',
};

function photoSpace({ source, spaceId, createdAt, work }: PhotoLink): PhotoSpace {
  const { phase, done, fault } = work;
  return {
    path: source.kind === 'folder' ? source.path : null,
    key: source.kind === 'key' ? source.keyId : null,
    spaceId,
    state: states[phase],
    done,
    fault: fault === undefined ? null : { ...fault },
    createdAt: timestamp(createdAt),
  };
}
