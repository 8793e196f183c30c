import type { IncomingMessage } from 'node:http';
import {
  anonymous,
  CairnUsers,
  scopes as allScopes,
  type Caller,
  type Principal,
  type Scope,
  type UserDirectory,
} from '@cairn/access';
import type { ClientAddresses } from '../../messages/client-addresses.js';
import { hostPrincipalNeeded, keyNeeded } from '../key-needed.js';
import type { HttpError } from '../../messages/http-error.js';
import type { SameOrigin } from '../sessions/same-origin.js';
import type { Visitors } from '../sessions/visitors.js';
import type { SignIn } from '../sign-in.js';

/** Who sends a request, in the words of the embedding application. */
export interface HostPrincipal {
  /** Whose images and spaces these are: any text, such as the id of a user or of a club. */
  readonly owner: string;
  /**
   * The id of the user who acts there, to whom others can grant roles; the owner alone if it is absent. `users` in the settings
   * of the application must know it.
   */
  readonly user?: string | undefined;
  /** By default all but `admin`: to read and write images and spaces, and with `keys:manage` to share them. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** Tells who sends a request; `undefined` for nobody. What it throws becomes the answer. */
export type PrincipalOf = (
  request: IncomingMessage,
) => HostPrincipal | undefined | Promise<HostPrincipal | undefined>;

const USUAL: readonly Scope[] = allScopes.filter((scope) => scope !== 'admin');

interface PrincipalsOptions {
  readonly signIn: Pick<SignIn, 'execute'>;
  readonly visitors: Pick<Visitors, 'comesWithCookie' | 'identify'>;
  readonly sameOrigin: Pick<SameOrigin, 'check'>;
  readonly clients: Pick<ClientAddresses, 'networkOf'>;
  /** Takes the place of keys, tokens and sessions. */
  readonly principal?: PrincipalOf | undefined;
  readonly users: UserDirectory;
}

/** Finds out who sends a request. */
export class Principals {
  constructor(private readonly options: PrincipalsOptions) {}

  /**
   * `token` is the bearer token of the request, if there is one.
   * @throws {InvalidKey} {InvalidToken} {HttpError} 401 for an empty token, 403 if a page of another origin sends an
   * unsafe request with a cookie, 429 after too many wrong tokens.
   */
  async of(
    request: IncomingMessage,
    { token, toHub }: { readonly token: string | undefined; readonly toHub: boolean },
  ): Promise<Principal> {
    const { principal, visitors, signIn, clients } = this.options;
    if (principal !== undefined) return await this.ofHost(request, await principal(request));
    // Most reads have no credential: skip the lookup for them.
    if (token === undefined)
      return visitors.comesWithCookie(request) ? await visitors.identify(request) : anonymous;
    if (token === '') throw keyNeeded();
    return await signIn.execute(token, { address: clients.networkOf(request), toHub });
  }

  /** The error for a request of nobody. */
  needed(): HttpError {
    return this.options.principal === undefined ? keyNeeded() : hostPrincipalNeeded();
  }

  /** A browser sends cookies for any page, and other credentials only for a page that has them. */
  private async ofHost(request: IncomingMessage, given: HostPrincipal | undefined): Promise<Principal> {
    if (given === undefined) return anonymous;
    if (!isName(given.owner)) throw new TypeError('The `owner` of `principal` must be text, and not empty.');
    // Cairn would ask its own users later, such as whether a job may go on.
    if (given.user !== undefined && this.options.users instanceof CairnUsers)
      throw new TypeError('A `user` of `principal` needs `users` in the settings of createApplication.');
    const { headers } = request;
    if (headers.cookie !== undefined && headers.authorization === undefined)
      this.options.sameOrigin.check(request);
    return { kind: 'host', caller: callerOfHost(given) };
  }
}

/** The caller of Cairn whom the embedding application names. */
export function callerOfHost({ owner: accountId, user: userId, scopes = USUAL }: HostPrincipal): Caller {
  return { accountId, scopes, ...(userId !== undefined && { userId }) };
}

/** Whoever writes `principal` may have it from an untyped request. */
const isName = (given: unknown): boolean => typeof given === 'string' && given !== '';
