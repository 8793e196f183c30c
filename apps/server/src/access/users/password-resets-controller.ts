import { CreatePasswordReset, FindPasswordReset, ResetPassword, type Caller } from '@cairn/access';
import {
  checkInviteBodySchema,
  resetPasswordBodySchema,
  type CheckedPasswordReset,
  type CreatedPasswordReset,
  type SessionRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { readJson } from '../../http/body/json-body.js';
import { ClientAddresses } from '../../http/client-addresses.js';
import { requestContextOf } from '../../http/request-context.js';
import { timestamp } from '../../http/responses/timestamp.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { AccessGuard } from '../guard/access-guard.js';
import { Authenticated } from '../authenticated.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { userAgentOf } from './sessions-controller.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.js';

/** Links by which users set a new password. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class PasswordResetsController {
  constructor(
    @FromApplication(CreatePasswordReset) private readonly createReset: CreatePasswordReset,
    @FromApplication(FindPasswordReset) private readonly findReset: FindPasswordReset,
    @FromApplication(ResetPassword) private readonly resetPassword: ResetPassword,
    @Inject(SessionCookie) private readonly cookie: SessionCookie,
    @Inject(SessionResponses) private readonly responses: SessionResponses,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
    @Inject(Addresses) private readonly addresses: Addresses,
  ) {}

  @HandlesOperation('createPasswordReset')
  async create(
    @Authenticated() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request,
  ): Promise<CreatedPasswordReset> {
    const { user, token, expiresAt } = await this.createReset.execute(caller, id);
    requestContextOf(request).owner = user.accountId;
    const url = this.addresses.ofPasswordReset(token);
    return { userId: user.id, token, url, expiresAt: timestamp(expiresAt) };
  }

  @HandlesOperation('checkPasswordReset')
  async check(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckedPasswordReset> {
    const { token } = await readJson(request, response, checkInviteBodySchema);
    const { user, expiresAt } = await this.attempts.run([`address ${this.clients.networkOf(request)}`], () =>
      this.findReset.execute(token),
    );
    return { name: user.name, expiresAt: timestamp(expiresAt) };
  }

  @HandlesOperation('resetPassword')
  async reset(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    this.cookie.assertKept(request);
    const body = await readJson(request, response, resetPasswordBodySchema);
    const started = await this.attempts.run([`address ${this.clients.networkOf(request)}`], () =>
      this.resetPassword.execute({ ...body, userAgent: userAgentOf(request) }),
    );
    return await this.responses.begin(started, request, response);
  }
}
