import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@cairn/composition';
import {
  type Challenge,
  InvalidChallenge,
  IssueChallenge,
  LinkIdentity,
  RedeemChallenge,
  type Session,
  SignInByIdentity,
} from '@cairn/access';
import { SecretDigest } from '@cairn/access/spi';
import * as z from 'zod';
import type { Addresses } from '../../messages/addresses.js';
import type { SessionResponses } from '../sessions/session-responses.js';
import type { Visitors } from '../sessions/visitors.js';
import { BegunCookies } from './begun-cookies.js';
import type { Expected, IdentityProvider } from './identity-provider.js';

const MAX_LENGTH = 1024;
const HERE = 'http://here.invalid';

/**
 * The path and query of a URL of the page; `/` for anything else, because a foreign link could supply it (open
 * redirect).
 */
export function returnPath(from: string | undefined): string {
  if (from === undefined || from.length > MAX_LENGTH || !/^\/(?![/\\])/.test(from)) return '/';
  if (!URL.canParse(from, HERE)) return '/';
  const { origin, pathname, search } = new URL(from, HERE);
  // Dots and control characters may leave two leading slashes.
  return origin === HERE && !pathname.startsWith('//') && !pathname.startsWith('/api/')
    ? pathname + search
    : '/';
}

const purposes = ['identity-sign-in', 'identity-link'] as const;

const stateSchema = z.object({
  nonce: z.string(),
  verifier: z.string(),
  from: z.string(),
  invite: z.string().optional(),
});

/** The parameters that a sign-in begins with. */
interface Wish {
  readonly from: string | undefined;
  /** The token of an invite. */
  readonly invite?: string | undefined;
  /** The session to link the identity to. Absent for a sign-in. */
  readonly session?: Session | undefined;
}

/** A sign-in that this browser has begun, identified by the provider's response. */
type Begun = { readonly challenge: Challenge; readonly state: z.infer<typeof stateSchema> };

/** Redirects browsers to the identity provider and back. Cookies bind the responses to the browser that started. */
export class IdentitySignIn {
  private readonly cookies: BegunCookies;

  private readonly provider: IdentityProvider;
  private readonly issue: IssueChallenge;
  private readonly redeem: RedeemChallenge;
  private readonly signIn: SignInByIdentity;
  private readonly linkIdentity: LinkIdentity;
  private readonly digest: SecretDigest;
  private readonly responses: SessionResponses;
  private readonly visitors: Visitors;

  constructor({
    application,
    identityProvider,
    sessionResponses,
    visitors,
    addresses,
  }: {
    readonly application: Pick<Application, 'get'>;
    readonly identityProvider: IdentityProvider;
    readonly sessionResponses: SessionResponses;
    readonly visitors: Visitors;
    readonly addresses: Addresses;
  }) {
    this.provider = identityProvider;
    this.issue = application.get(IssueChallenge);
    this.redeem = application.get(RedeemChallenge);
    this.signIn = application.get(SignInByIdentity);
    this.linkIdentity = application.get(LinkIdentity);
    this.digest = application.get(SecretDigest);
    this.responses = sessionResponses;
    this.visitors = visitors;
    this.cookies = new BegunCookies(addresses);
  }

  /** The authorization URL and the cookie that binds the response. @throws {HttpError} 404, 503 {SignInNotRecent} */
  async start({ from, invite, session }: Wish, { request, response }: Exchange): Promise<string> {
    const expected = await this.provider.expectation();
    const state = {
      ...expected,
      from: returnPath(from),
      ...(invite !== undefined && { invite: this.digest.digest(invite) }),
    };
    const purpose = session === undefined ? 'identity-sign-in' : 'identity-link';
    const url = async (secret: string): Promise<string> => this.provider.addressOf(secret, expected);
    await url(''); // throws if the provider is unavailable, before anything is stored
    const secret = await this.issue.execute({ purpose, session, state: JSON.stringify(state) });
    response.setHeader('Set-Cookie', this.cookies.stored(secret, request));
    return await url(secret);
  }

  /** The sign-in that the returning browser had begun. @throws {InvalidChallenge} */
  async begun(request: IncomingMessage, secret: string): Promise<Begun> {
    if (!this.cookies.has(request, secret)) throw new InvalidChallenge();
    const challenge = await this.redeem.execute(secret, purposes);
    return { challenge, state: stateSchema.parse(JSON.parse(challenge.state)) };
  }

  /**
   * Completes it: signs in, or links the identity. Returns the path to redirect to.
   * @throws {HttpError} {InvalidChallenge} if somebody else is signed in. {IdentityUnknown} {IdentityTaken}
   * {InvalidInvite}
   */
  async complete(
    { challenge, state }: Begun,
    { request, response, search, secret }: Return,
  ): Promise<string> {
    const expected: Expected & { readonly state: string } = { ...state, state: secret };
    if (challenge.userId !== undefined) await this.assertSignedIn(challenge.userId, request);
    const person = await this.provider.vouched(search, expected);
    if (challenge.userId === undefined) {
      const userAgent = request.headers['user-agent'] ?? '';
      const started = await this.signIn.execute({ ...person, invite: state.invite, userAgent });
      await this.responses.begin(started, request, response);
    } else
      await this.linkIdentity.execute({ ...person, userId: challenge.userId, name: person.names[0] ?? '' });
    return state.from;
  }

  /** Removes the cookie of this sign-in. Other sign-ins of this browser continue. */
  forget(secret: string, response: ServerResponse): void {
    response.appendHeader('Set-Cookie', this.cookies.removed(secret));
  }

  /**
   * Whether this response was completed before and the browser is signed in: its address was reloaded, or opened from
   * the history.
   */
  async isCompleted(request: IncomingMessage, secret: string): Promise<boolean> {
    if (this.cookies.has(request, secret)) return false;
    return (await this.visitors.identify(request)).kind === 'session';
  }

  private async assertSignedIn(userId: string, request: IncomingMessage): Promise<void> {
    const visitor = await this.visitors.identify(request);
    if (visitor.kind !== 'session' || visitor.user.id !== userId) throw new InvalidChallenge();
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The request of the returning browser. */
interface Return extends Exchange {
  /** The query, including `?`. */
  readonly search: string;
  /** The `state` parameter of the query. */
  readonly secret: string;
}
