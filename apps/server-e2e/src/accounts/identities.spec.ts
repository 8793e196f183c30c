import { IN_MEMORY, IdentityProviderProcess, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, join, PASSWORD, setUp } from '../support/browser.js';

interface Session {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    readonly hasPassword: boolean;
  };
}

let provider: IdentityProviderProcess;
let server: ServerProcess;
let owner: Browser;

beforeAll(async () => {
  provider = await IdentityProviderProcess.start({ mia: ['staff'], olga: ['staff', 'owners'] });
  const env = {
    ...IN_MEMORY,
    CAIRN_RATE_SIGN_INS: '0',
    CAIRN_OIDC_NAME: 'Example',
    CAIRN_OIDC_MEMBERS: 'groups=staff',
    CAIRN_OIDC_OWNERS: 'groups=owners',
    ...provider.env,
  };
  server = await ServerProcess.start({ env });
  owner = await setUp(server);
});

afterAll(async () => {
  await server.dispose();
  await provider.close();
});

/** Begins, and keeps the cookie of the session beside that of the sign-in. */
async function begin(browser: Browser, path: string, body: object = {}): Promise<string> {
  const session = browser.cookie;
  const response = await browser.send('POST', path, { body });
  if (response.status !== 201) throw new Error(await response.text());
  if (session !== '') browser.cookie = `${session}; ${browser.cookie}`;
  return ((await response.json()) as { url: string }).url;
}

/** Comes back from the provider. Returns where the server sends the browser, below its address. */
async function comeBack(browser: Browser, address: string): Promise<string> {
  const cookies = browser.cookie;
  const response = await browser.send('GET', address.replace(server.address, ''));
  expect(response.status).toBe(303);
  const isIn = response.headers.getSetCookie()[0]?.startsWith('cairn_session=') ?? false;
  if (!isIn) browser.cookie = cookies.startsWith('cairn_session') ? (cookies.split(';', 1)[0] ?? '') : '';
  return response.headers.get('location')?.replace(server.address, '') ?? '';
}

async function signIn(login: string, start: object = {}) {
  const browser = new Browser(server);
  const url = await begin(browser, '/api/sign-in/identity', start);
  const place = await comeBack(browser, await provider.signIn(url, login));
  return { browser, place, session: () => browser.get<Session>('/api/session') };
}

describe('signing in by an identity provider', () => {
  it('waits for a provider that is away, and goes on as soon as it is there', async () => {
    const shown = { name: 'Example', issuer: provider.issuer };
    expect(await owner.get('/api/sign-in')).toMatchObject({ identityProvider: shown });
    const away = await new Browser(server).send('POST', '/api/sign-in/identity', { body: {} });
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await away.json()).toMatchObject({ code: 'identity-provider-unavailable' });
    provider.open(server.address);
    const { place, session } = await signIn('mia', { from: '/spaces?sort=title' });
    expect(place).toBe('/spaces?sort=title');
    expect((await session()).user).toMatchObject({ name: 'mia', role: 'member', hasPassword: false });
  });

  it('lets in whom a rule admits with its role, and no stranger', async () => {
    const { session } = await signIn('olga');
    expect((await session()).user).toMatchObject({ name: 'olga', role: 'owner' });
    const stranger = await signIn('sam');
    expect(stranger.place).toBe('/sign-in?problem=identity-unknown');
    expect(await stranger.browser.status('GET', '/api/session')).toBe(401);
    expect(
      (await owner.get<readonly { name: string }[]>('/api/users')).map(({ name }) => name),
    ).not.toContain('sam');
  });

  it('gives one who is invited a user without a password, whose identity cannot be removed', async () => {
    const invited = await owner.send('POST', '/api/invites', { body: { role: 'owner' } });
    const { token } = (await invited.json()) as { token: string };
    const { browser, session } = await signIn('ina', { invite: token });
    expect((await session()).user).toMatchObject({ name: 'ina', role: 'owner', hasPassword: false });
    expect((await signIn('tom', { invite: token })).place).toBe('/sign-in?problem=invalid-invite');
    const change = { current: '', password: PASSWORD };
    expect(await (await browser.send('PUT', '/api/password', { body: change })).json()).toMatchObject({
      code: 'no-password',
    });
    expect((await new Browser(server).signIn('ina')).status).toBe(401);
    const [identity] = await browser.get<readonly { id: string; name: string }[]>('/api/identities');
    expect(identity).toMatchObject({ name: 'ina', issuer: provider.issuer });
    expect(await browser.status('DELETE', `/api/identities/${identity?.id}`)).toBe(409);
    expect(await owner.status('DELETE', `/api/identities/${identity?.id}`)).toBe(404);
    expect((await signIn('ina')).place).toBe('/');
  });

  it('lets a user without a password set one after signing in, and then needs it', async () => {
    const { browser, session } = await signIn('olga');
    const set = async (body: object) =>
      (await (await browser.send('PUT', '/api/password', { body })).json()) as { code?: string };
    expect(await set({ password: PASSWORD })).toMatchObject({ user: { name: 'olga', hasPassword: true } });
    expect((await session()).user.hasPassword).toBe(true);
    expect((await new Browser(server).signIn('olga')).status).toBe(201);
    expect((await set({ password: `${PASSWORD}!` })).code).toBe('invalid-input');
    expect((await set({ current: 'wrong words here', password: `${PASSWORD}!` })).code).toBe(
      'wrong-password',
    );
  });

  it('is linked while signed in, and never by a name or an e-mail address', async () => {
    const mine = await join(server, owner, 'lea');
    const { id } = (await mine.get<Session>('/api/session')).user;
    expect((await signIn('lea')).place).toBe('/sign-in?problem=identity-unknown');
    const url = await begin(mine, '/api/identities', { from: '/account' });
    expect(await comeBack(mine, await provider.signIn(url, 'lea'))).toBe('/account');
    expect((await (await signIn('lea')).session()).user).toMatchObject({ id, hasPassword: true });
    const other = await join(server, owner, 'leo');
    const again = await begin(other, '/api/identities', { from: '/account' });
    expect(await comeBack(other, await provider.signIn(again, 'lea'))).toBe(
      '/account?problem=identity-taken',
    );
    const [identity] = await mine.get<readonly { id: string }[]>('/api/identities');
    expect(await mine.status('DELETE', `/api/identities/${identity?.id}`)).toBe(204);
    expect((await signIn('lea')).place).toBe('/sign-in?problem=identity-unknown');
  });

  it('is completed once, by the browser and the user who began it', async () => {
    const expired = '/sign-in?problem=invalid-challenge';
    const browser = new Browser(server);
    const address = await provider.signIn(await begin(browser, '/api/sign-in/identity'), 'mia');
    const cookie = browser.cookie;
    expect(await comeBack(new Browser(server), address)).toBe(expired);
    const victim = new Browser(server);
    await begin(victim, '/api/sign-in/identity');
    expect(await comeBack(victim, address)).toBe(expired);
    expect(await comeBack(browser, address)).toBe('/');
    expect(await comeBack(new Browser(server, cookie), address)).toBe(expired);
    const link = await begin(owner, '/api/identities');
    const back = await provider.signIn(link, 'eve');
    const [session = '', attempt = ''] = owner.cookie.split('; ');
    const eve = await join(server, new Browser(server, session), 'eve');
    const mixed = new Browser(server, `${eve.cookie}; ${attempt}`);
    expect(await comeBack(mixed, back)).toBe('/account?problem=invalid-challenge');
    owner.cookie = session;
    for (const query of ['', '?state=x', '?state=x&state=y&code=z', '?error=access_denied'])
      expect(await comeBack(new Browser(server), `/api/sign-in/identity/callback${query}`)).toBe(expired);
  });

  it('is begun in two tabs of a browser, and completed in both', async () => {
    const browser = new Browser(server);
    const first = await begin(browser, '/api/sign-in/identity', { from: '/images' });
    const cookies = [browser.cookie];
    const tab = async (url: string): Promise<string> => {
      const sent = await new Browser(server, cookies.join('; ')).send('GET', url.replace(server.address, ''));
      for (const set of sent.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const name = pair.slice(0, pair.indexOf('=') + 1);
        const kept = cookies.filter((one) => !one.startsWith(name));
        cookies.splice(0, cookies.length, ...kept, ...(pair === name ? [] : [pair]));
      }
      return sent.headers.get('location')?.replace(server.address, '') ?? '';
    };
    const other = new Browser(server, browser.cookie);
    const second = await begin(other, '/api/sign-in/identity', { from: '/albums' });
    cookies.push(other.cookie.split('; ').at(-1) ?? '');
    const [a, b] = [await provider.signIn(first, 'mia'), await provider.signIn(second, 'mia')];
    expect([await tab(a), await tab(b)]).toEqual(['/images', '/albums']);
    const signedIn = new Browser(server, cookies.join('; '));
    expect(await signedIn.status('GET', '/api/session')).toBe(200);
    // Loaded again, from the history or by a reload.
    expect([await tab(a), await tab(b)]).toEqual(['/', '/']);
    expect(await signedIn.status('GET', '/api/session')).toBe(200);
  });

  it('tells of a provider that refuses or answers nonsense, and returns to own pages only', async () => {
    const refused = async (change: (address: URL) => void): Promise<string> => {
      const browser = new Browser(server);
      const url = await begin(browser, '/api/sign-in/identity', { from: '//evil.example' });
      const back = new URL(await provider.signIn(url, 'mia'));
      change(back);
      return await comeBack(browser, back.href);
    };
    expect(await refused(({ searchParams }) => searchParams.set('code', 'wrong'))).toBe(
      '/sign-in?problem=identity-provider-failed',
    );
    expect(await refused(({ searchParams }) => searchParams.set('iss', 'https://evil.example'))).toBe(
      '/sign-in?problem=identity-provider-failed',
    );
    const denied = await refused(({ searchParams }) => {
      searchParams.delete('code');
      searchParams.set('error', 'access_denied');
    });
    expect(denied).toBe('/sign-in?problem=identity-refused');
    expect(await refused(() => undefined)).toBe('/');
    expect(server.output()).not.toContain('a quiet secret');
  });

  it('is begun by pages of the server only', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const path of ['/api/sign-in/identity', '/api/identities'])
      expect((await owner.send('POST', path, { body: {}, headers })).status).toBe(403);
  });
});
