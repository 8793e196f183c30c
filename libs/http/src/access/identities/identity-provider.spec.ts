import { afterEach, describe, expect, it } from '@jest/globals';
import { noLog } from '../../logging/http-log.js';
import type { Addresses } from '../../messages/addresses.js';
import { IdentityProvider, type Vouched } from './identity-provider.js';
import { UnsecuredJWT, type SignJWT } from 'jose';
import { LoopbackProvider, newKey, signedBy, type ProviderTraits } from './provider.spec.kit.js';

let running: LoopbackProvider | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const BOTH = ['client_secret_post', 'client_secret_basic', 'none'];

function clientOf(issuer: string): IdentityProvider {
  const addresses = { baseUrl: 'http://127.0.0.1:1' } as Addresses;
  const settings = {
    issuer,
    clientId: 'cairn',
    clientSecret: 'a quiet secret: with/odd+letters',
    name: 'Example',
    scopes: 'openid',
    members: [],
    owners: [],
  };
  return new IdentityProvider(settings, { addresses, log: noLog });
}

async function open(
  traits: ProviderTraits,
): Promise<{ provider: LoopbackProvider; client: IdentityProvider }> {
  const provider = await LoopbackProvider.open(traits);
  running = provider;
  return { provider, client: clientOf(provider.issuer) };
}

async function signIn(provider: LoopbackProvider, client: IdentityProvider): Promise<Vouched> {
  const expected = await client.expectation();
  const search = provider.signIn(await client.addressOf('s', expected));
  return await client.vouched(search, { ...expected, state: 's' });
}

describe('a client with a secret', () => {
  it.each([
    ['client_secret_basic', BOTH, ['client_secret_basic', 'client_secret_basic']],
    ['client_secret_basic', undefined, ['client_secret_basic', 'client_secret_basic']],
    ['client_secret_post', ['client_secret_post'], ['client_secret_post', 'client_secret_post']],
    // The way that worked is kept, so the second sign-in sends one request.
    ['client_secret_post', BOTH, ['client_secret_basic', 'client_secret_post', 'client_secret_post']],
  ] as const)('that is registered for %s, with %j told, authenticates by %j', async (only, methods, used) => {
    for (const challenges of [undefined, true] as const) {
      const metadata = { token_endpoint_auth_methods_supported: methods };
      const { provider, client } = await open({ only, metadata, ...(challenges && { challenges }) });
      expect(await signIn(provider, client)).toMatchObject({ issuer: provider.issuer, subject: 'ada' });
      await signIn(provider, client);
      expect(provider.used).toEqual(used);
      await provider.close();
    }
    running = undefined;
  });

  it('that finds out its way in two sign-ins at once completes both', async () => {
    const metadata = { token_endpoint_auth_methods_supported: BOTH };
    const { provider, client } = await open({ metadata, only: 'client_secret_post' });
    const both = await Promise.all([signIn(provider, client), signIn(provider, client)]);
    expect(both.map(({ subject }) => subject)).toEqual(['ada', 'ada']);
  });

  it('that is refused every way fails, and begins with the first one the next time', async () => {
    const metadata = { token_endpoint_auth_methods_supported: BOTH };
    const only = 'none' as 'client_secret_basic';
    const { provider, client } = await open({ metadata, only });
    for (let round = 0; round < 2; round += 1)
      await expect(signIn(provider, client)).rejects.toMatchObject({ code: 'identity-provider-failed' });
    const round = ['client_secret_basic', 'client_secret_post'];
    expect(provider.used).toEqual([...round, ...round]);
  });
});

describe('an ID token', () => {
  const SECRET = Buffer.from('a quiet secret: with/odd+letters');
  const [second, foreign] = [newKey('second'), newKey('k')];
  const algorithms = { metadata: { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] } };

  const changed = (token: string): string => {
    const [header, claims = '', signature] = token.split('.');
    const json = Buffer.from(claims, 'base64url').toString().replace('"ada"', '"eve"');
    return [header, Buffer.from(json).toString('base64url'), signature].join('.');
  };

  it.each<[string, (claims: SignJWT, provider: LoopbackProvider) => Promise<string>]>([
    ['by a key of another provider', async (claims) => await signedBy(foreign)(claims)],
    ['by a key that is not published', async (claims) => await signedBy(second)(claims)],
    ['before its claims were changed', async (claims, { sign }) => changed(await sign(claims))],
    [
      'with the secret of the client',
      async (claims) => await claims.setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(SECRET),
    ],
    [
      'with what is public of its key',
      async (claims, { published: [key = foreign] }) =>
        await claims
          .setProtectedHeader({ alg: 'HS256', kid: 'k' })
          .sign(Buffer.from(key.publicKey.export({ format: 'pem', type: 'spki' }))),
    ],
  ])('that was signed %s signs nobody in', async (_, sign) => {
    const { provider, client } = await open(algorithms);
    const own = { sign: provider.sign, published: provider.published } as LoopbackProvider;
    provider.sign = async (claims) => await sign(claims, own);
    await expect(signIn(provider, client)).rejects.toMatchObject({ code: 'identity-provider-failed' });
  });

  it('that nobody signed signs nobody in', async () => {
    const { provider, client } = await open(algorithms);
    provider.sign = async (claims) => {
      const [, payload = ''] = (await signedBy(second)(claims)).split('.');
      const told = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      return new UnsecuredJWT(told).encode();
    };
    await expect(signIn(provider, client)).rejects.toMatchObject({ code: 'identity-provider-failed' });
  });

  it('is signed by a key that the provider has now, which is asked for once', async () => {
    const { provider, client } = await open({});
    const former = provider.sign;
    await signIn(provider, client);
    provider.published = [...provider.published, second];
    provider.sign = signedBy(second);
    expect(await signIn(provider, client)).toMatchObject({ subject: 'ada' });
    provider.published = [second];
    expect(await signIn(provider, client)).toMatchObject({ subject: 'ada' });
    provider.sign = former;
    await expect(signIn(provider, client)).rejects.toMatchObject({ code: 'identity-provider-failed' });
    expect(provider.keysAsked).toBe(4);
  });

  it('is not believed where the provider has no keys', async () => {
    const { provider, client } = await open({});
    provider.published = [];
    await expect(signIn(provider, client)).rejects.toMatchObject({ code: 'identity-provider-failed' });
  });
});

describe('a provider whose configuration cannot be used', () => {
  const begun = async (client: IdentityProvider): Promise<string> =>
    await client.addressOf('s', { nonce: 'n', verifier: 'v' });

  it.each<[string, ProviderTraits, string]>([
    [
      'names another issuer',
      { metadata: { issuer: 'https://id.example.org/' } },
      'calls itself https://id.example.org/, and',
    ],
    ['is not there', { discovery: (response) => void response.writeHead(404).end() }, 'answers 404'],
    [
      'is somewhere else',
      { discovery: (response) => void response.writeHead(302, { location: '/login' }).end() },
      'answers 302',
    ],
    [
      'is a page',
      { discovery: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>') },
      'is not the configuration of an OpenID provider',
    ],
    [
      'is no JSON',
      {
        discovery: (response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      },
      'is not the configuration of an OpenID provider',
    ],
    ['has no issuer', { metadata: { issuer: undefined } }, 'is not the configuration of an OpenID provider'],
    ['has nowhere to sign in', { metadata: { authorization_endpoint: undefined } }, 'authorization_endpoint'],
    ['has no tokens', { metadata: { token_endpoint: 'token' } }, 'token_endpoint'],
    ['has no keys', { metadata: { jwks_uri: undefined } }, 'jwks_uri'],
  ])('as it %s: misconfigured, and it is told how', async (_name, traits, detail) => {
    const { client } = await open(traits);
    await expect(begun(client)).rejects.toMatchObject({
      status: 503,
      code: 'identity-provider-misconfigured',
      message: expect.stringContaining(detail),
    });
  });

  it.each(['/realms/x', '/realms/x/'])(
    'as a slash of the issuer %s is one too few or too many',
    async (path) => {
      const { provider } = await open({ path });
      const other = path.endsWith('/') ? provider.issuer.slice(0, -1) : `${provider.issuer}/`;
      await expect(begun(clientOf(other))).rejects.toMatchObject({
        code: 'identity-provider-misconfigured',
        message: expect.stringContaining(
          `calls itself ${provider.issuer}, and CAIRN_OIDC_ISSUER is ${other}:`,
        ),
      });
      expect(await begun(clientOf(provider.issuer))).toContain('/authorize?');
    },
  );

  it.each<[string, ProviderTraits, string]>([
    ['is being started', { discovery: (response) => void response.writeHead(503).end() }, 'answers 503'],
    ['asks to wait', { discovery: (response) => void response.writeHead(429).end() }, 'answers 429'],
    ['breaks off', { discovery: (response) => void response.destroy() }, 'cannot be reached ('],
  ])('as it %s: unavailable', async (_name, traits, detail) => {
    const { client } = await open(traits);
    await expect(begun(client)).rejects.toMatchObject({
      status: 503,
      code: 'identity-provider-unavailable',
      message: expect.stringContaining(detail),
    });
  });

  it('as nobody listens: unavailable, by the code of the system', async () => {
    const { provider, client } = await open({});
    await provider.close();
    running = undefined;
    await expect(begun(client)).rejects.toMatchObject({
      code: 'identity-provider-unavailable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
