import type { ServerProcess } from '@cairn/harness';

export const PASSWORD = 'four quiet words';

/** Sends what a page of the server sends: the cookie, and JSON or a form. */
export class Browser {
  constructor(
    private readonly server: ServerProcess,
    /** `name=value`; empty before sign-in. */
    public cookie = '',
  ) {}

  /** Keeps the cookie that the response sets. */
  async send(
    method: string,
    path: string,
    {
      body,
      headers = {},
    }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    const response = await this.server.fetch(path, {
      method,
      key: null,
      redirect: 'manual' as const,
      headers: {
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? '';
    return response;
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.send('GET', path)).json()) as T;
  }

  async status(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> {
    return (await this.send(method, path, { headers })).status;
  }

  async signIn(name: string, password = PASSWORD): Promise<Response> {
    return await this.send('POST', '/api/session', { body: { name, password } });
  }
}

/** Makes the owner, by the set-up link. */
export async function setUp(server: ServerProcess, name = 'Ada'): Promise<Browser> {
  const browser = new Browser(server);
  const body = { token: server.setupToken, name, password: PASSWORD };
  const response = await browser.send('POST', '/api/setup', { body });
  if (response.status !== 201) throw new Error(`No set-up: ${await response.text()}`);
  return browser;
}

/** Invites somebody, who accepts. */
export async function join(server: ServerProcess, owner: Browser, name: string): Promise<Browser> {
  const invited = await owner.send('POST', '/api/invites', { body: { role: 'member' } });
  const { token } = (await invited.json()) as { readonly token: string };
  const browser = new Browser(server);
  const body = { token, name, password: PASSWORD };
  const response = await browser.send('POST', '/api/invites/accept', { body });
  if (response.status !== 201) throw new Error(`Not in: ${await response.text()}`);
  return browser;
}
