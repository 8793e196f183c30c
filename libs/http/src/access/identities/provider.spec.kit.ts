import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';

/** A signing key, and how the tokens that it signs refer to it. */
export interface SigningKey {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Takes long. */
export const newKey = (kid: string): SigningKey => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

/** Made once. */
const FIRST = newKey('k');

/** How the provider under test differs from a plain one. */
export interface ProviderTraits {
  /** Added to the metadata; `undefined` removes a member. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The only way to authenticate for which the client is registered. */
  readonly only?: 'client_secret_basic' | 'client_secret_post';
  /** Whether a refused client gets a challenge, as RFC 6749 requires for `Basic`. */
  readonly challenges?: true;
  /** Sends this response instead of the metadata. */
  readonly discovery?: (response: ServerResponse) => void;
  /** The path of the issuer. */
  readonly path?: string;
}

/** An OpenID provider on loopback that signs everybody in. */
export class LoopbackProvider {
  /** The ways in which the client has authenticated. */
  readonly used: string[] = [];
  /** How often its keys were requested. */
  keysAsked = 0;
  published: readonly SigningKey[] = [FIRST];
  /** Makes an ID token with the claims. */
  sign = async (claims: SignJWT): Promise<string> => await signedBy(FIRST)(claims);
  private readonly codes = new Map<string, URLSearchParams>();

  private constructor(
    private readonly server: Server,
    private readonly traits: ProviderTraits,
  ) {}

  static async open(traits: ProviderTraits = {}): Promise<LoopbackProvider> {
    const server = createServer((request, response) => void provider.answer(request, response));
    const provider = new LoopbackProvider(server, traits);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return this.origin + (this.traits.path ?? '');
  }

  /** The query of the redirect back to the service. */
  signIn(authorizationUrl: string): string {
    const { searchParams } = new URL(authorizationUrl);
    const code = randomUUID();
    this.codes.set(code, searchParams);
    return `?${new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = new URLSearchParams(await text(request));
    if (request.url?.endsWith('/.well-known/openid-configuration'))
      return this.traits.discovery === undefined
        ? json(response, 200, this.metadata())
        : this.traits.discovery(response);
    if (request.url === '/jwks') {
      this.keysAsked += 1;
      const keys = this.published.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
      }));
      return json(response, 200, { keys });
    }
    await this.token(body, { request, response });
  }

  private async token(
    body: URLSearchParams,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): Promise<void> {
    const isBasic = request.headers.authorization?.startsWith('Basic ') === true;
    const way = isBasic ? 'client_secret_basic' : 'client_secret_post';
    this.used.push(way);
    if (this.traits.only !== undefined && way !== this.traits.only) {
      if (this.traits.challenges) response.setHeader('WWW-Authenticate', 'Basic realm="p"');
      return json(response, 401, { error: 'invalid_client' });
    }
    const asked = this.codes.get(body.get('code') ?? '');
    this.codes.delete(body.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked?.get('code_challenge') !== verifier) return json(response, 400, { error: 'invalid_grant' });
    const claims = new SignJWT({ nonce: asked.get('nonce') ?? '' })
      .setIssuer(this.issuer)
      .setAudience(asked.get('client_id') ?? '')
      .setSubject('ada')
      .setIssuedAt()
      .setExpirationTime('5 min');
    json(response, 200, { access_token: 'a', token_type: 'Bearer', id_token: await this.sign(claims) });
  }

  private metadata(): object {
    const { origin, issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.traits.metadata,
    };
  }
}

export const signedBy =
  ({ kid, privateKey }: SigningKey) =>
  async (claims: SignJWT): Promise<string> =>
    await claims.setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
