import { assertPassesOn, FindGrantees, ManageGroups, type Caller, type Group } from '@cairn/access';
import {
  createGroupBodySchema,
  patchGroupBodySchema,
  type GroupList,
  type GroupRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { Authenticated } from '../access/authenticated.js';
import { SharedAccess } from '../access/shared-access.js';
import { FromApplication } from '../application-providers.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { groupRecord } from './grant-view.js';

/** Groups of users, with whom an account shares things. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class GroupsController {
  constructor(
    @FromApplication(ManageGroups) private readonly groups: ManageGroups,
    @FromApplication(FindGrantees) private readonly grantees: FindGrantees,
    @Inject(SharedAccess) private readonly shared: SharedAccess,
  ) {}

  @HandlesOperation('createGroup')
  async create(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GroupRecord> {
    const { name, memberIds = [], memberNames } = await readJson(request, response, createGroupBodySchema);
    const members = await this.grantees.users(memberIds, memberNames);
    return await this.shown(await this.groups.create(accountId, { name, memberIds: members }));
  }

  @HandlesOperation('listGroups')
  async list(@Authenticated() { accountId }: Caller): Promise<GroupList> {
    const groups = await this.groups.list(accountId);
    const names = await this.names(groups);
    return { groups: groups.map((group) => groupRecord(group, names)) };
  }

  @HandlesOperation('patchGroup')
  async change(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<GroupRecord> {
    const { accountId } = caller;
    const { name, memberIds, memberNames } = await readJson(request, response, patchGroupBodySchema);
    const isAboutMembers = memberIds !== undefined || memberNames !== undefined;
    // New members get everything that was granted to the group.
    if (isAboutMembers) assertPassesOn(caller, { resource: { type: 'account' }, role: 'editor' });
    const members = isAboutMembers ? await this.grantees.users(memberIds ?? [], memberNames) : undefined;
    const group = await this.groups.change(accountId, id, {
      ...(name !== undefined && { name }),
      ...(members !== undefined && { memberIds: members }),
    });
    this.shared.renew();
    return await this.shown(group);
  }

  @HandlesOperation('deleteGroup')
  async delete(@Authenticated() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.groups.remove(accountId, id);
  }

  private async shown(group: Group): Promise<GroupRecord> {
    return groupRecord(group, await this.names([group]));
  }

  private async names(groups: readonly Group[]): Promise<ReadonlyMap<string, string>> {
    const members = groups.flatMap(({ memberIds }) => memberIds.map((id) => ({ type: 'user', id }) as const));
    return await this.grantees.names('', members);
  }
}
