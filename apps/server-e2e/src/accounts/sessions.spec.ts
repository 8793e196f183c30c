import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, join, PASSWORD, setUp } from '../support/browser.js';

let server: ServerProcess;
let owner: Browser;

beforeAll(async () => {
  server = await ServerProcess.inMemory();
  owner = await setUp(server);
});

afterAll(() => server.dispose());

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly code?: string }).code;

describe('the set-up link', () => {
  it('makes an owner who has the account of the first key, and works once', async () => {
    expect(await owner.get('/api/setup')).toEqual({ needed: false });
    const { account, ...session } = await owner.get<Record<string, { readonly id: string }>>('/api/session');
    expect(session).toMatchObject({ user: { name: 'Ada', role: 'owner' } });
    const keys = await (await server.fetch('/api/keys')).json();
    expect(keys).toMatchObject([{ accountId: account?.id }]);
    const body = { token: server.setupToken, name: 'Eve', password: PASSWORD };
    const again = await new Browser(server).send('POST', '/api/setup', { body });
    expect([again.status, await codeOf(again)]).toEqual([403, 'invalid-invite']);
  });
});

describe('a session', () => {
  it('uploads, uses spaces and makes keys, as far as its role goes', async () => {
    const member = await join(server, owner, 'Grace');
    for (const browser of [owner, member]) {
      const body = uploadForm({ bytes: fixtures.jpeg.bytes });
      const headers = { cookie: browser.cookie };
      const sent = await server.fetch('/api/upload', { method: 'POST', key: null, body, headers });
      expect(sent.status).toBe(201);
      expect(await browser.get('/api/quota')).toMatchObject({ imageCount: 1 });
      const space = await browser.send('POST', '/hub/spaces', { body: { title: 'Huts' } });
      const { account } = await browser.get<{ account: { id: string } }>('/api/session');
      expect(await space.json()).toMatchObject({ owner: account.id });
      const made = await browser.send('POST', '/api/keys', { body: { name: 'k', scopes: ['images:read'] } });
      const { key } = (await made.json()) as { readonly key: string };
      expect(await (await server.fetch('/api/quota', { key })).json()).toMatchObject({ imageCount: 1 });
    }
    expect([await owner.status('GET', '/api/jobs'), await member.status('GET', '/api/jobs')]).toEqual([
      200, 403,
    ]);
    expect(await member.status('GET', '/api/users')).toBe(403);
    expect(await member.status('GET', '/api/keys?accountId=*')).toBe(403);
  });

  it('is not adopted from the request: sign-in gives a new one, and ends the one that came along', async () => {
    const fixed = `cairn_session=${'x'.repeat(43)}`;
    const victim = new Browser(server, fixed);
    expect((await victim.signIn('ada')).status).toBe(201);
    expect(victim.cookie).not.toBe(fixed);
    expect(await new Browser(server, fixed).status('GET', '/api/session')).toBe(401);
    const before = new Browser(server, victim.cookie);
    await victim.signIn('Ada');
    expect(await victim.status('GET', '/api/session')).toBe(200);
    expect(await before.status('GET', '/api/session')).toBe(401);
  });

  it('has a cookie that scripts and other sites do not get', async () => {
    const response = await new Browser(server).signIn('Ada');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^cairn_session=[0-9A-Za-z]{43}; Path=${server.target('') || '/'}; Max-Age=7776000; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('is listed and ended, one or all, at once', async () => {
    const [first, second] = [new Browser(server), new Browser(server)];
    for (const browser of [first, second]) await browser.signIn('Grace');
    interface Entry {
      readonly id: string;
      readonly current: boolean;
    }
    const mine = (await first.get<Entry[]>('/api/sessions')).find(({ current }) => current);
    expect(await second.status('DELETE', `/api/sessions/${mine?.id}`)).toBe(204);
    expect(await first.status('GET', '/api/session')).toBe(401);
    expect(await second.status('DELETE', `/api/sessions/${mine?.id}`)).toBe(404);
    const [theirs] = await owner.get<Entry[]>('/api/sessions');
    expect(await second.status('DELETE', `/api/sessions/${theirs?.id}`)).toBe(404);
    await first.signIn('Grace');
    const kept = new Browser(server, second.cookie);
    expect(await first.status('DELETE', '/api/sessions')).toBe(204);
    expect(await kept.status('GET', '/api/session')).toBe(401);
    expect(first.cookie).toBe('cairn_session=');
    const out = new Browser(server);
    await out.signIn('Grace');
    const copy = new Browser(server, out.cookie);
    expect(await out.status('DELETE', '/api/session')).toBe(204);
    expect(await copy.status('GET', '/api/session')).toBe(401);
  });

  it.each(['Basic dTpw', 'Digest username="u"', 'Negotiate YII='])(
    'goes on where a proxy in front has browsers send %s',
    async (authorization) => {
      const browser = new Browser(server, owner.cookie);
      const body = uploadForm({
        bytes: fixtures.png.bytes,
        visibility: 'private',
        path: `proxy/${authorization.length}`,
      });
      const headers = { authorization, cookie: owner.cookie };
      const sent = await server.fetch('/api/upload', { method: 'POST', key: null, body, headers });
      const { url } = (await sent.json()) as { readonly url: string };
      for (const path of ['/api/session', '/api/images', server.pathOf(url)])
        expect([path, await browser.status('GET', path, { authorization })]).toEqual([path, 200]);
      const nobody = new Browser(server);
      expect(await nobody.status('GET', '/api/images', { authorization })).toBe(401);
      expect(await browser.status('GET', '/api/images', { authorization: 'Bearer cairn_wrong' })).toBe(401);
      const foreign = { authorization, 'sec-fetch-site': 'cross-site' };
      expect(await browser.status('DELETE', '/api/sessions', foreign)).toBe(403);
    },
  );

  it('is nothing beside a key: the key counts, and what needs a session is 401', async () => {
    const headers = { cookie: owner.cookie };
    expect((await server.fetch('/api/quota', { key: 'bad', headers })).status).toBe(401);
    const refused = await server.fetch('/api/session', { headers });
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'signed-out']);
  });
});

describe('a password', () => {
  it('is changed with the current one; other sessions end, keys stay', async () => {
    const member = await join(server, owner, 'Katherine');
    const made = await member.send('POST', '/api/keys', { body: { name: 'k', scopes: ['images:read'] } });
    const { key } = (await made.json()) as { readonly key: string };
    const other = new Browser(server);
    await other.signIn('Katherine');
    const change = (current: string): Promise<Response> =>
      member.send('PUT', '/api/password', { body: { current, password: 'five other words here' } });
    const before = member.cookie;
    expect(await codeOf(await change('wrong words here'))).toBe('wrong-password');
    expect(member.cookie).toBe(before);
    expect((await change(PASSWORD)).status).toBe(200);
    expect(member.cookie).not.toBe(before);
    expect(await member.status('GET', '/api/session')).toBe(200);
    for (const cookie of [before, other.cookie])
      expect(await new Browser(server, cookie).status('GET', '/api/session')).toBe(401);
    expect((await other.signIn('Katherine')).status).toBe(401);
    expect((await server.fetch('/api/quota', { key })).status).toBe(200);
  });

  it('that is wrong gets the same answer as a name that nobody has', async () => {
    const answers = [];
    for (const name of ['Ada', 'Nobody']) {
      const response = await new Browser(server).signIn(name, 'wrong words here');
      const { instance, requestId, ...body } = (await response.json()) as Record<string, unknown>;
      answers.push([response.status, [...response.headers.keys()], body]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(401);
  });
});

describe('a user', () => {
  it('who becomes a member administers no more, in no session and by no key; the last owner stays one', async () => {
    const other = await join(server, owner, 'Hedy');
    const { user } = await other.get<{ readonly user: { readonly id: string } }>('/api/session');
    const change = (by: Browser, id: string, role: string): Promise<Response> =>
      by.send('PATCH', `/api/users/${id}`, { body: { role } });
    expect((await change(other, user.id, 'owner')).status).toBe(403);
    expect(await (await change(owner, user.id, 'owner')).json()).toMatchObject({
      name: 'Hedy',
      role: 'owner',
    });
    const made = await other.send('POST', '/api/keys', { body: { name: 'k', scopes: ['admin'] } });
    const { key } = (await made.json()) as { readonly key: string };
    expect((await server.fetch('/api/users', { key })).status).toBe(200);
    expect((await change(owner, user.id, 'member')).status).toBe(200);
    expect(await other.status('GET', '/api/users')).toBe(403);
    expect((await server.fetch('/api/users', { key })).status).toBe(401);
    const { user: ada } = await owner.get<{ readonly user: { readonly id: string } }>('/api/session');
    const last = await change(owner, ada.id, 'member');
    expect([last.status, await codeOf(last)]).toEqual([409, 'last-owner']);
    const wrong = await change(owner, user.id, 'admin');
    expect([wrong.status, await codeOf(wrong)]).toEqual([400, 'invalid-input']);
  });

  it('who is removed has neither session nor keys; what they stored stays', async () => {
    const member = await join(server, owner, 'Rosalind');
    const made = await member.send('POST', '/api/keys', { body: { name: 'k', scopes: ['images:read'] } });
    const { key } = (await made.json()) as { readonly key: string };
    interface Listed {
      readonly id: string;
      readonly name: string;
      readonly accountId: string;
    }
    const users = await owner.get<Listed[]>('/api/users');
    const { id = '', accountId = '' } = users.find(({ name }) => name === 'Rosalind') ?? {};
    expect(await owner.status('DELETE', `/api/users/${id}`)).toBe(204);
    expect(await member.status('GET', '/api/session')).toBe(401);
    expect((await server.fetch('/api/quota', { key })).status).toBe(401);
    expect(await owner.get(`/api/accounts/${accountId}`)).toMatchObject({ name: 'Rosalind' });
    const ada = users.find(({ name }) => name === 'Ada')?.id;
    const last = await owner.send('DELETE', `/api/users/${ada}`);
    expect([last.status, await codeOf(last)]).toEqual([409, 'last-owner']);
  });

  it('comes in by an invite once, before it is withdrawn, under a name of their own', async () => {
    const invite = async (): Promise<{ readonly id: string; readonly token: string; readonly url: string }> =>
      (await (
        await owner.send('POST', '/api/invites', { body: { role: 'member', expiresIn: 60 } })
      ).json()) as {
        id: string;
        token: string;
        url: string;
      };
    const { id, token, url } = await invite();
    expect(url).toBe(`${server.address}/invite#${token}`);
    expect(JSON.stringify(await owner.get('/api/invites'))).toContain(id);
    expect(JSON.stringify(await owner.get('/api/invites'))).not.toContain(token);
    const accept = (given: string, name: string): Promise<Response> =>
      new Browser(server).send('POST', '/api/invites/accept', {
        body: { token: given, name, password: PASSWORD },
      });
    expect(await codeOf(await accept(token, 'ADA'))).toBe('user-exists');
    expect((await accept(token, 'Dorothy')).status).toBe(201);
    expect(await codeOf(await accept(token, 'Another'))).toBe('invalid-invite');
    const other = await invite();
    expect(await owner.status('DELETE', `/api/invites/${other.id}`)).toBe(204);
    expect(await codeOf(await accept(other.token, 'Another'))).toBe('invalid-invite');
  });
});
