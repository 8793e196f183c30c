import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from 'oidc-provider';

const CLIENT = { client_id: 'cairn', client_secret: 'a quiet secret of forty-three characters, or' };

/** An OpenID provider on loopback, where everybody signs in by their login. It is away until `open`. */
export class IdentityProviderProcess {
  private listener: RequestListener = (_request, response) => void response.writeHead(503).end();

  private constructor(
    private readonly http: Server,
    readonly issuer: string,
    private readonly groups: Readonly<Record<string, readonly string[]>>,
    private readonly library: { readonly Provider: typeof Provider },
  ) {}

  static async start(groups: Readonly<Record<string, readonly string[]>>): Promise<IdentityProviderProcess> {
    const http = createServer((request, response) => provider.listener(request, response));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const library = await import('oidc-provider'); // it is large, and few tests need it
    const provider = new IdentityProviderProcess(http, `http://127.0.0.1:${port}`, groups, library);
    return provider;
  }

  /** The settings of a server that uses it. */
  get env(): Readonly<Record<string, string>> {
    return {
      CAIRN_OIDC_ISSUER: this.issuer,
      CAIRN_OIDC_CLIENT_ID: CLIENT.client_id,
      CAIRN_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      CAIRN_OIDC_SCOPES: 'openid profile email groups',
    };
  }

  /** Serves the server at this address from now on. */
  open(server: string): void {
    const configuration = {
      clients: [{ ...CLIENT, redirect_uris: [`${server}/api/sign-in/identity/callback`] }],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups'],
      },
      scopes: ['openid', 'profile', 'email', 'groups'],
      features: { devInteractions: { enabled: true } },
      pkce: { required: () => true },
      cookies: { keys: ['quiet'] },
      findAccount: (_context: unknown, login: string) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          preferred_username: login,
          groups: this.groups[login] ?? [],
          email: `${login}@example.org`,
          email_verified: true,
        }),
      }),
    };
    this.listener = new this.library.Provider(this.issuer, configuration).callback();
  }

  /** Signs in at the address that a server sends browsers to. Returns the address that they are sent back to. */
  async signIn(url: string, login: string): Promise<string> {
    const cookies = new Map<string, string>();
    let [next, prompt]: [string, 'login' | 'consent' | undefined] = [url, undefined];
    for (let step = 0; step < 12 && next.startsWith(this.issuer); step += 1) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') },
        ...(prompt !== undefined && {
          method: 'POST',
          body: new URLSearchParams({ prompt, login, password: 'any' }),
        }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const page = await response.text();
      const location = response.headers.get('location');
      if (location === null && response.status !== 200) throw new Error(`${response.status} ${page}`);
      prompt = location === null ? (page.includes('name="login"') ? 'login' : 'consent') : undefined;
      next = location === null ? next : new URL(location, next).href;
    }
    return next;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}
