import { ChangePassword, EndSession, ListSessions, nameKeyOf, StartSession } from '@cairn/access';
import {
  changePasswordBodySchema,
  signInBodySchema,
  type SessionEntry,
  type SessionRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { readJson } from '../../http/body/json-body.js';
import { ClientAddresses } from '../../http/client-addresses.js';
import { timestamp } from '../../http/responses/timestamp.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { AccessGuard } from '../guard/access-guard.js';
import { visitorOf } from '../caller.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.js';

/** Signing in and out, and the sessions and the password of a user. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class SessionsController {
  constructor(
    @FromApplication(StartSession) private readonly startSession: StartSession,
    @FromApplication(ListSessions) private readonly listSessions: ListSessions,
    @FromApplication(EndSession) private readonly endSession: EndSession,
    @FromApplication(ChangePassword) private readonly changePassword: ChangePassword,
    @Inject(SessionCookie) private readonly cookie: SessionCookie,
    @Inject(SessionResponses) private readonly responses: SessionResponses,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
  ) {}

  @HandlesOperation('signIn')
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    this.cookie.assertKept(request);
    const credentials = await readJson(request, response, signInBodySchema);
    const holder = this.clients.networkOf(request);
    const who = [`address ${holder}`, `name ${nameKeyOf(credentials.name)}`];
    const started = await this.attempts.run(who, () =>
      this.startSession.execute({ ...credentials, userAgent: userAgentOf(request), holder }),
    );
    return await this.responses.begin(started, request, response);
  }

  @HandlesOperation('getSession')
  async get(@Req() request: Request): Promise<SessionRecord> {
    return await this.responses.show(visitorOf(request));
  }

  @HandlesOperation('signOut')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const { user, session } = visitorOf(request);
    await this.endSession.execute(user.id, session.id);
    this.responses.forget(response);
  }

  @HandlesOperation('listSessions')
  async list(@Req() request: Request): Promise<readonly SessionEntry[]> {
    const { user, session } = visitorOf(request);
    const sessions = await this.listSessions.execute(user.id);
    return sessions.map(({ id, userAgent, ...times }) => ({
      id,
      createdAt: timestamp(times.createdAt),
      lastUsedAt: timestamp(times.lastUsedAt),
      expiresAt: timestamp(times.expiresAt),
      userAgent,
      current: id === session.id,
    }));
  }

  @HandlesOperation('endSession')
  async end(
    @Param('id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { user, session } = visitorOf(request);
    await this.endSession.execute(user.id, id);
    if (id === session.id) this.responses.forget(response);
  }

  @HandlesOperation('endSessions')
  async endAll(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.endSession.execute(visitorOf(request).user.id);
    this.responses.forget(response);
  }

  @HandlesOperation('changePassword')
  async change(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    const { user, session } = visitorOf(request);
    const body = await readJson(request, response, changePasswordBodySchema);
    const started = await this.attempts.run([`name ${nameKeyOf(user.name)}`], () =>
      this.changePassword.execute({ ...body, session, userAgent: userAgentOf(request) }),
    );
    return await this.responses.begin(started, request, response);
  }
}

/** The `User-Agent` of the browser. */
export function userAgentOf({ headers }: Request): string {
  return headers['user-agent'] ?? '';
}
