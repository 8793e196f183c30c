import { ListPasskeys, RemovePasskey, type Passkey } from '@cairn/access';
import {
  addPasskeyBodySchema,
  passkeyAssertionSchema,
  type PasskeyCreation,
  type PasskeyRecord,
  type PasskeyRequest,
  type SessionRecord,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { readJson } from '../../http/body/json-body.js';
import { ClientAddresses } from '../../http/client-addresses.js';
import { optionalTimestamp, timestamp } from '../../http/responses/timestamp.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { AccessGuard } from '../guard/access-guard.js';
import { visitorOf } from '../caller.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SessionResponses } from '../sessions/session-responses.js';
import { userAgentOf } from '../users/sessions-controller.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.js';
import { PasskeySignIn } from './passkey-sign-in.js';

/** Signing in with passkeys, and the passkeys of a user. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class PasskeysController {
  constructor(
    @Inject(PasskeySignIn) private readonly passkeys: PasskeySignIn,
    @FromApplication(ListPasskeys) private readonly listPasskeys: ListPasskeys,
    @FromApplication(RemovePasskey) private readonly removePasskey: RemovePasskey,
    @Inject(SessionCookie) private readonly cookie: SessionCookie,
    @Inject(SessionResponses) private readonly responses: SessionResponses,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
  ) {}

  @HandlesOperation('startPasskeySignIn')
  async startSignIn(@Req() request: Request): Promise<PasskeyRequest> {
    this.cookie.assertKept(request);
    await this.attempts.begin(this.clients.networkOf(request));
    return await this.passkeys.startSignIn();
  }

  @HandlesOperation('signInByPasskey')
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionRecord> {
    this.cookie.assertKept(request);
    const assertion = await readJson(request, response, passkeyAssertionSchema);
    const started = await this.attempts.run([`address ${this.clients.networkOf(request)}`], () =>
      this.passkeys.signIn(assertion, userAgentOf(request)),
    );
    return await this.responses.begin(started, request, response);
  }

  @HandlesOperation('startPasskey')
  async start(@Req() request: Request): Promise<PasskeyCreation> {
    return await this.passkeys.startRegistration(visitorOf(request));
  }

  @HandlesOperation('addPasskey')
  async add(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<PasskeyRecord> {
    const body = await readJson(request, response, addPasskeyBodySchema);
    return passkeyRecord(await this.passkeys.register(visitorOf(request).user, body));
  }

  @HandlesOperation('listPasskeys')
  async list(@Req() request: Request): Promise<readonly PasskeyRecord[]> {
    return (await this.listPasskeys.execute(visitorOf(request).user.id)).map(passkeyRecord);
  }

  @HandlesOperation('removePasskey')
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.removePasskey.execute(visitorOf(request).user.id, id);
  }
}

function passkeyRecord({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRecord {
  return { id, name, createdAt: timestamp(createdAt), lastUsedAt: optionalTimestamp(lastUsedAt) };
}
