import { ListIdentities, UnlinkIdentity } from '@cairn/access';
import {
  startIdentityBodySchema,
  startLinkBodySchema,
  type IdentityRecord,
  type SignInMethods,
  type StartedIdentity,
} from '@cairn/api-schema';
import { Controller, Inject, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../../application-providers.js';
import { ErrorResponder } from '../../errors/error-responder.js';
import { ProblemFilter } from '../../errors/problem-filter.js';
import { Addresses } from '../../http/addresses.js';
import { readJson } from '../../http/body/json-body.js';
import { ClientAddresses } from '../../http/client-addresses.js';
import { timestamp } from '../../http/responses/timestamp.js';
import { HandlesOperation } from '../../http/operations/handles-operation.js';
import { AccessGuard } from '../guard/access-guard.js';
import { visitorOf } from '../caller.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.js';
import { RelyingParty } from '../passkeys/relying-party.js';
import { IdentityProvider } from './identity-provider.js';
import { IdentitySignIn } from './identity-sign-in.js';

/** Signing in by an identity provider, and the identities of a user. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class IdentitiesController {
  constructor(
    @Inject(IdentityProvider) private readonly provider: IdentityProvider,
    @Inject(RelyingParty) private readonly passkeys: RelyingParty,
    @Inject(IdentitySignIn) private readonly signIn: IdentitySignIn,
    @FromApplication(ListIdentities) private readonly listIdentities: ListIdentities,
    @FromApplication(UnlinkIdentity) private readonly unlinkIdentity: UnlinkIdentity,
    @Inject(SessionCookie) private readonly cookie: SessionCookie,
    @Inject(SignInAttempts) private readonly attempts: SignInAttempts,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
    @Inject(Addresses) private readonly addresses: Addresses,
    @Inject(ErrorResponder) private readonly errors: ErrorResponder,
  ) {}

  @HandlesOperation('getSignInMethods')
  methods(): SignInMethods {
    return { identityProvider: this.provider.describe(), passkeys: this.passkeys.state };
  }

  @HandlesOperation('startIdentitySignIn')
  async start(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedIdentity> {
    this.cookie.assertKept(request);
    const { from, invite } = await readJson(request, response, startIdentityBodySchema);
    await this.attempts.begin(this.clients.networkOf(request));
    return { url: await this.signIn.start({ from, invite }, { request, response }) };
  }

  @HandlesOperation('startIdentityLink')
  async startLink(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedIdentity> {
    const { session } = visitorOf(request);
    const { from } = await readJson(request, response, startLinkBodySchema);
    return { url: await this.signIn.start({ from, session }, { request, response }) };
  }

  /** The browser shows this response, so it always redirects to the page, even after an error. */
  @HandlesOperation('completeIdentitySignIn')
  async complete(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const secret = new URLSearchParams(search).get('state') ?? '';
    let place = '/sign-in';
    const run = async (): Promise<string> => {
      if (await this.signIn.isCompleted(request, secret)) return '/';
      const begun = await this.signIn.begun(request, secret);
      if (begun.challenge.userId !== undefined) place = '/account';
      return await this.signIn.complete(begun, { request, response, search, secret });
    };
    try {
      const path = await this.attempts.run([`address ${this.clients.networkOf(request)}`], run);
      response.setHeader('Location', this.addresses.baseUrl + path);
    } catch (error) {
      const { code } = this.errors.failure(error, { request, format: 'problem' });
      response.setHeader('Location', `${this.addresses.baseUrl}${place}?problem=${code}`);
    }
    this.signIn.forget(secret, response);
  }

  @HandlesOperation('listIdentities')
  async list(@Req() request: Request): Promise<readonly IdentityRecord[]> {
    const identities = await this.listIdentities.execute(visitorOf(request).user.id);
    return identities.map(({ id, issuer, name, createdAt }) => ({
      id,
      issuer,
      name,
      createdAt: timestamp(createdAt),
    }));
  }

  @HandlesOperation('unlinkIdentity')
  async unlink(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.unlinkIdentity.execute(visitorOf(request).user.id, id);
  }
}
