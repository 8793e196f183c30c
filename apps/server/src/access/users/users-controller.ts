import {
  AcceptInvite,
  ChangeRole,
  CreateInvite,
  FindInvite,
  ListInvites,
  ListUsers,
  NeedsSetup,
  RemoveUser,
  WithdrawInvite,
  type Caller,
  type Invite,
  type User,
} from '@cairn/access';
import {
  changeUserBodySchema,
  checkInviteBodySchema,
  createInviteBodySchema,
  joinBodySchema,
  type CheckedInvite,
  type CreatedInvite,
  type InviteRecord,
  type SessionRecord,
  type UserRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { readJson } from '../../http/body/json-body.js';
import { ClientAddresses } from '../../http/client-addresses.js';
import { requestContextOf } from '../../http/request-context.js';
import { optionalTimestamp, timestamp } from '../../http/responses/timestamp.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { GrantTargets } from '../../sharing/grant-targets.js';
import { AccessGuard } from '../guard/access-guard.js';
import { Authenticated } from '../authenticated.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { userAgentOf } from './sessions-controller.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.js';

/** The users of the installation, its set-up and its invites. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class UsersController {
  constructor(
    @FromApplication(NeedsSetup) private readonly needsSetup: NeedsSetup,
    @FromApplication(FindInvite) private readonly findInvite: FindInvite,
    @FromApplication(AcceptInvite) private readonly acceptInvite: AcceptInvite,
    @FromApplication(ListUsers) private readonly listUsers: ListUsers,
    @FromApplication(ChangeRole) private readonly changeRole: ChangeRole,
    @FromApplication(RemoveUser) private readonly removeUser: RemoveUser,
    @FromApplication(CreateInvite) private readonly createInvite: CreateInvite,
    @FromApplication(ListInvites) private readonly listInvites: ListInvites,
    @FromApplication(WithdrawInvite) private readonly withdrawInvite: WithdrawInvite,
    @Inject(SessionCookie) private readonly cookie: SessionCookie,
    @Inject(SessionResponses) private readonly responses: SessionResponses,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(GrantTargets) private readonly targets: GrantTargets,
  ) {}

  @HandlesOperation('getSetup')
  async setupState(): Promise<{ readonly needed: boolean }> {
    return { needed: await this.needsSetup.execute() };
  }

  @HandlesOperation('setUp')
  async setUp(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    return await this.join('setup', request, response);
  }

  @HandlesOperation('checkInvite')
  async check(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckedInvite> {
    const { token } = await readJson(request, response, checkInviteBodySchema);
    const { purpose, role, expiresAt } = await this.attempts.run(
      [`address ${this.clients.networkOf(request)}`],
      () => this.findInvite.execute(token),
    );
    return { purpose, role, expiresAt: timestamp(expiresAt) };
  }

  @HandlesOperation('acceptInvite')
  async accept(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    return await this.join('invite', request, response);
  }

  @HandlesOperation('listUsers')
  async users(@Authenticated() caller: Caller): Promise<readonly UserRecord[]> {
    return (await this.listUsers.execute(caller)).map(userRecord);
  }

  @HandlesOperation('changeUser')
  async change(
    @Authenticated() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserRecord> {
    const { role } = await readJson(request, response, changeUserBodySchema);
    const user = await this.changeRole.execute(caller, id, role);
    requestContextOf(request).owner = user.accountId;
    return userRecord(user);
  }

  @HandlesOperation('removeUser')
  async remove(@Authenticated() caller: Caller, @Param('id') id: string): Promise<void> {
    await this.removeUser.execute(caller, id);
  }

  @HandlesOperation('createInvite')
  async invite(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedInvite> {
    const { role, accountId, expiresIn, grant } = await readJson(request, response, createInviteBodySchema);
    const lifetimeMs = expiresIn === undefined ? undefined : expiresIn * 1_000;
    const granted = grant && {
      role: grant.role,
      resource: (await this.targets.find(caller.accountId, grant.resource)).resource,
    };
    const { invite, token } = await this.createInvite.execute(caller, {
      role,
      lifetimeMs,
      accountId,
      granted,
    });
    const { createdAt, ...shown } = inviteRecord(invite);
    return { ...shown, token, url: `${this.addresses.baseUrl}/invite#${token}` };
  }

  @HandlesOperation('listInvites')
  async invites(@Authenticated() caller: Caller): Promise<readonly InviteRecord[]> {
    return (await this.listInvites.execute(caller)).map(inviteRecord);
  }

  @HandlesOperation('withdrawInvite')
  async withdraw(@Authenticated() caller: Caller, @Param('id') id: string): Promise<void> {
    await this.withdrawInvite.execute(caller, id);
  }

  private async join(
    purpose: Invite['purpose'],
    request: Request,
    response: Response,
  ): Promise<SessionRecord> {
    this.cookie.assertKept(request);
    const body = await readJson(request, response, joinBodySchema);
    const started = await this.attempts.run([`address ${this.clients.networkOf(request)}`], () =>
      this.acceptInvite.execute({ ...body, purpose, userAgent: userAgentOf(request) }),
    );
    return await this.responses.begin(started, request, response);
  }
}

function userRecord({ id, name, role, accountId, createdAt, lastSeenAt }: User): UserRecord {
  return {
    id,
    name,
    role,
    accountId,
    createdAt: timestamp(createdAt),
    lastSeenAt: optionalTimestamp(lastSeenAt),
  };
}

function inviteRecord({ id, role, accountId, grant, createdAt, expiresAt }: Invite): InviteRecord {
  const granted = grant && { resource: { ...grant.resource }, role: grant.role };
  return {
    id,
    role,
    ...(accountId !== undefined && { accountId }),
    ...(granted && { grant: granted }),
    createdAt: timestamp(createdAt),
    expiresAt: timestamp(expiresAt),
  };
}
