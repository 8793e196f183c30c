import type { IncomingMessage } from 'node:http';
import {
  assertPassesOn,
  bearerOf,
  ExplainAccess,
  FindGrantees,
  GiveGrant,
  GrantNotFound,
  missingScope,
  isAtLeast,
  ManageGrants,
  roleOn,
  type Asked,
  type Caller,
  type Grant,
  type GrantActor,
  ScopeMissing,
} from '@cairn/access';
import {
  accessQuerySchema,
  giveGrantBodySchema,
  grantsQuerySchema,
  type AccessRecord,
  type GrantPage,
  type GrantRecord,
  type ReceivedGrants,
} from '@cairn/api-schema';
import { ReadImage } from '@cairn/images';
import { DomainError, formatCursor, parseAll, parseCursor } from '@cairn/kernel';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { actingIn, assertRole } from '../access/acting.js';
import { Authenticated } from '../access/authenticated.js';
import { SharedAccess } from '../access/shared-access.js';
import { FromApplication } from '../application-providers.js';
import { parse } from '../http/faults.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { queryOf } from '../http/query.js';
import { requestContextOf } from '../http/request-context.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';
import { GrantTargets, type SharedTarget } from './grant-targets.js';
import { accessRecord, grantRecord } from './grant-view.js';

const PER_PAGE = 100;

/** Sharing with users, groups and keys. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class GrantsController {
  constructor(
    @FromApplication(GiveGrant) private readonly giveGrant: GiveGrant,
    @FromApplication(ManageGrants) private readonly grants: ManageGrants,
    @FromApplication(FindGrantees) private readonly grantees: FindGrantees,
    @FromApplication(ExplainAccess) private readonly explainAccess: ExplainAccess,
    @FromApplication(ReadImage) private readonly readImage: ReadImage,
    @Inject(GrantTargets) private readonly targets: GrantTargets,
    @Inject(SharedAccess) private readonly shared: SharedAccess,
  ) {}

  @HandlesOperation('giveGrant')
  async give(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GrantRecord> {
    const { accountId } = caller;
    const { resource: named, to: grantee, role } = await readJson(request, response, giveGrantBodySchema);
    assertPassesOn(caller, { resource: named, role });
    const { resource, target } = await this.managed(request, accountId, named);
    const to = await this.grantees.execute(accountId, grantee);
    const grant = await this.giveGrant.execute({ accountId, resource, to, role }, actorIn(request, target));
    this.shared.renew();
    return grantRecord(grant, await this.grantees.names(accountId, [to]));
  }

  @HandlesOperation('listGrants')
  async list(@Authenticated() { accountId }: Caller, @Req() request: Request): Promise<GrantPage> {
    const { limit = PER_PAGE, cursor, type, id } = parse(queryOf(request), grantsQuerySchema);
    const { cursor: after } = parseAll({
      cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
    });
    const isOfOne = type !== undefined && id !== undefined;
    const resource = isOfOne ? (await this.managed(request, accountId, { type, id })).resource : undefined;
    if (resource === undefined) assertRole(request, { type: 'account', id: accountId }, 'manager');
    const { items, next } = await this.grants.list(accountId, { limit, after }, resource);
    const names = await this.grantees.names(
      accountId,
      items.map(({ to }) => to),
    );
    return {
      grants: items.map((grant) => grantRecord(grant, names)),
      ...(next && { nextCursor: formatCursor(next) }),
    };
  }

  @HandlesOperation('listReceivedGrants')
  async received(@Authenticated() caller: Caller): Promise<ReceivedGrants> {
    const bearer = bearerOf(caller);
    const held = bearer === undefined ? [] : await this.grants.heldBy(bearer);
    // There may be thousands of grants of one account.
    const ids = [...new Set(held.map(({ accountId }) => accountId))];
    const titles = ids.map(async (id) => [id, await this.titleOf(id, { type: 'account', id })] as const);
    const names = new Map(await Promise.all(titles));
    const shown = await Promise.all(
      held.map((grant) => this.receivedGrant(grant, names.get(grant.accountId))),
    );
    return { grants: shown.filter((grant) => grant !== undefined) };
  }

  @HandlesOperation('takeGrant')
  async take(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Param('id') id: string,
  ): Promise<void> {
    const grant = await this.grants.get(id);
    const bearer = bearerOf(caller);
    const isTheirs = bearer === `${grant.to.type}:${grant.to.id}`;
    if (!isTheirs && missingScope(caller, ['keys:manage'])) throw new ScopeMissing('keys:manage');
    const actor =
      isTheirs || grant.accountId === caller.accountId ? undefined : await this.manager(caller, grant);
    await this.grants.remove(id, actor);
    requestContextOf(request).owner = grant.accountId;
  }

  @HandlesOperation('explainAccess')
  async explain(@Authenticated() { accountId }: Caller, @Req() request: Request): Promise<AccessRecord> {
    const { to, type, id } = parse(queryOf(request), accessQuerySchema);
    const found = await this.managed(request, accountId, { type, id });
    const asked = askedIn(to);
    const target = type === 'image' ? await this.imageTarget(accountId, id, asked) : found.target;
    const reasons = await this.explainAccess.execute({ to: asked, target, isOpen: found.isOpen });
    const grantees = reasons.flatMap((reason) => (reason.kind === 'grant' ? [reason.grant.to] : []));
    return accessRecord(reasons, await this.grantees.names(accountId, grantees));
  }

  /** @throws {AccessForbidden} unless the caller manages the resource. What `GrantTargets` throws. */
  private async managed(
    request: IncomingMessage,
    accountId: string,
    resource: Grant['resource'],
  ): Promise<SharedTarget> {
    await this.targets.assertManages(request, resource);
    return await this.targets.find(accountId, resource);
  }

  /** The image as a target, with the albums through which `to` may reach it. */
  private async imageTarget(accountId: string, id: string, to: Asked): Promise<GrantActor['target']> {
    const held = to.type === 'everyone' ? [] : await this.grants.heldBy(`${to.type}:${to.id}`, accountId);
    return await this.shared.imageTarget(held, await this.readImage.execute(accountId, id));
  }

  /** A grant to somebody else is visible only to managers of its resource. @throws {GrantNotFound} */
  private async manager(caller: Caller, { accountId, resource }: Grant): Promise<GrantActor> {
    const bearer = bearerOf(caller);
    const held = await this.shared.heldBy(caller);
    const target = await this.targets.targetOf(accountId, resource);
    if (bearer === undefined || !isAtLeast(roleOn(held, target), 'manager')) throw new GrantNotFound();
    return { bearer, target };
  }

  /** `undefined` if the resource or its account is gone. `name` is the name of the account. */
  private async receivedGrant(
    { id, accountId, resource, to, role, createdAt }: Grant,
    name: string | undefined,
  ): Promise<ReceivedGrants['grants'][number] | undefined> {
    const title = await this.titleOf(accountId, resource);
    if (title === undefined || name === undefined) return undefined;
    return {
      id,
      account: { id: accountId, name },
      resource: { ...resource },
      title,
      role,
      byGroup: to.type === 'group',
      createdAt: timestamp(createdAt),
    };
  }

  /** `undefined` if it is gone. */
  private async titleOf(accountId: string, resource: Grant['resource']): Promise<string | undefined> {
    try {
      return (await this.targets.find(accountId, resource)).title;
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }
}

function actorIn(request: IncomingMessage, target: GrantActor['target']): GrantActor | undefined {
  const acting = actingIn(request);
  return acting && { bearer: acting.bearer, target };
}

function askedIn(text: string): Asked {
  if (text === 'everyone') return { type: 'everyone' };
  const id = text.slice(text.indexOf(':') + 1);
  return { type: text.startsWith('user:') ? 'user' : 'key', id };
}
