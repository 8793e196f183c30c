import type { Identity, Role } from '@cairn/access';
import type { ClientAuth, Configuration } from 'openid-client';
import type { HttpLog } from '../../logging/http-log.js';
import { HttpError } from '../../messages/http-error.js';
import type { Addresses } from '../../messages/addresses.js';
import type { IdentityProviderSettings } from '../../settings/identity-provider-settings.js';
import { admits, type Claims } from '../../settings/admission-rules.js';
import { ClientWays, waysOffered } from './client-authentication.js';
import { assertUsable, discoveryFault } from './discovery-fault.js';

const TIMEOUT_SECONDS = 10;
const MAX_SUBJECT_LENGTH = 255; // OpenID Connect Core §2

/** The redirect path, relative to the base URL of the service. */
export const CALLBACK_PATH = '/api/sign-in/identity/callback';

/** The values that the provider's response is checked against. */
export interface Expected {
  readonly nonce: string;
  readonly verifier: string;
}

/** A user authenticated by the provider. */
export interface Vouched extends Identity {
  readonly names: readonly string[];
  readonly role: Role | undefined;
}

/** The metadata of the provider, and the ways in which this client may authenticate there. */
interface Discovered {
  readonly config: Configuration;
  readonly ways: ClientWays<ClientAuth>;
}

/**
 * The OpenID provider of the settings. Its configuration is fetched at the first sign-in, and again with its keys
 * whenever a user returns from it. So a withdrawn key signs nobody in, and a new key works at once.
 */
export class IdentityProvider {
  private found: Promise<Discovered> | undefined;

  constructor(
    private readonly settings: IdentityProviderSettings | undefined,
    private readonly options: { readonly addresses: Addresses; readonly log: HttpLog },
  ) {}

  /** The provider as the page shows it; `null` if none is configured. */
  describe(): Pick<IdentityProviderSettings, 'name' | 'issuer'> | null {
    return this.settings === undefined ? null : { name: this.settings.name, issuer: this.settings.issuer };
  }

  /** The authorization URL of the provider. @throws {HttpError} 404 without a provider, 503 if it is unavailable. */
  async addressOf(state: string, { nonce, verifier }: Expected): Promise<string> {
    const { settings } = this;
    if (settings === undefined) throw notConfigured();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const { config } = await this.discovered(settings);
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.callback,
      scope: settings.scopes,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return url.href;
  }

  /** New random values for one sign-in. @throws {HttpError} 404 without a provider. */
  async expectation(): Promise<Expected> {
    if (this.settings === undefined) throw notConfigured();
    const { randomNonce, randomPKCECodeVerifier } = await import('openid-client');
    return { nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  }

  /**
   * The user authenticated by the provider, from the query of the redirect.
   * @throws {HttpError} 403 if the provider or its user refused, 502 if its answers are not valid, 503 if it is
   * unavailable.
   */
  async vouched(search: string, expected: Expected & { readonly state: string }): Promise<Vouched> {
    const { settings } = this;
    if (settings === undefined) throw notConfigured();
    const { ways } = await this.discovered(settings);
    try {
      const claims = await ways.send((way) => this.claims({ settings, way }, search, expected));
      const { iss: issuer, sub: subject } = claims;
      if (typeof issuer !== 'string' || typeof subject !== 'string' || subject.length > MAX_SUBJECT_LENGTH)
        throw new Error('the provider does not say who it is');
      return { issuer, subject, names: namesIn(claims), role: this.roleOf(settings, claims) };
    } catch (error) {
      throw error instanceof HttpError ? error : this.failure(error);
    }
  }

  /** The claims of an ID token that one of the keys of the provider has signed. */
  private async claims(
    { settings, way }: { readonly settings: IdentityProviderSettings; readonly way: ClientAuth },
    search: string,
    { nonce, verifier, state }: Expected & { readonly state: string },
  ): Promise<Claims> {
    const { authorizationCodeGrant, enableNonRepudiationChecks, fetchUserInfo } =
      await import('openid-client');
    const config = await clientBy(settings, way).catch((error: unknown) => {
      throw discoveryFault(error, settings.issuer);
    });
    // Without this, an ID token is trusted because of the connection that it came over.
    enableNonRepudiationChecks(config);
    const tokens = await authorizationCodeGrant(config, new URL(this.callback + search), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('there is no ID token');
    if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  }

  private roleOf({ owners, members }: IdentityProviderSettings, claims: Claims): Role | undefined {
    if (admits(owners, claims)) return 'owner';
    return admits(members, claims) ? 'member' : undefined;
  }

  private get callback(): string {
    return this.options.addresses.baseUrl + CALLBACK_PATH;
  }

  /** Retries after a failure. */
  private async discovered(settings: IdentityProviderSettings): Promise<Discovered> {
    this.found ??= discover(settings);
    try {
      return await this.found;
    } catch (error) {
      this.found = undefined;
      this.options.log.warn({ reason: reasonOf(error) }, 'the identity provider cannot be used');
      throw discoveryFault(error, settings.issuer);
    }
  }

  /** Logs the provider's error description, but no token. */
  private failure(error: unknown): HttpError {
    this.options.log.warn({ reason: reasonOf(error) }, 'a sign-in at the identity provider failed');
    return error instanceof Error && error.name === 'AuthorizationResponseError'
      ? new HttpError({
          status: 403,
          code: 'identity-refused',
          detail: 'The identity provider did not sign you in.',
        })
      : new HttpError({
          status: 502,
          code: 'identity-provider-failed',
          detail: 'The answer of the identity provider cannot be used; the log says why.',
        });
  }
}

async function discover(settings: IdentityProviderSettings): Promise<Discovered> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client');
  const { clientSecret } = settings;
  const config = await clientBy(settings, None());
  const metadata = config.serverMetadata();
  assertUsable(metadata);
  if (clientSecret === undefined) return { config, ways: new ClientWays([None()]) };
  const makers = { client_secret_basic: ClientSecretBasic, client_secret_post: ClientSecretPost };
  const offered = waysOffered(metadata.token_endpoint_auth_methods_supported);
  return { config, ways: new ClientWays(offered.map((way) => makers[way](clientSecret))) };
}

/** This client with the provider's current configuration, without its keys. */
async function clientBy(
  { issuer: address, clientId }: IdentityProviderSettings,
  authentication: ClientAuth,
): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await import('openid-client');
  const issuer = new URL(address);
  // The settings accept http only for loopback.
  const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
  return await discovery(issuer, clientId, undefined, authentication, { timeout: TIMEOUT_SECONDS, execute });
}

/** Candidate names for a user, the best first. Email addresses are cut to the part before `@`. */
function namesIn({ preferred_username: login, name, nickname, email }: Claims): readonly string[] {
  return [login, name, nickname, email]
    .filter((text) => typeof text === 'string')
    .map((text) => text.replace(/@[^@]*$/, ''));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${code}${cause}`.slice(0, 500);
}

function notConfigured(): HttpError {
  return new HttpError({
    status: 404,
    code: 'no-identity-provider',
    detail: 'No identity provider is configured: see CAIRN_OIDC_ISSUER.',
  });
}
