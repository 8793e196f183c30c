import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Browser, PASSWORD, setUp } from '../support/browser.js';

const running: ServerProcess[] = [];

const start = async (options: Parameters<typeof ServerProcess.start>[0]): Promise<ServerProcess> => {
  const server = await ServerProcess.start(options);
  running.push(server);
  return server;
};

afterEach(async () => {
  for (const server of running.splice(0).reverse()) await server.dispose();
});

describe('sign-in', () => {
  it('is limited by address and by name, whether there is a user or not', async () => {
    const env = { ...IN_MEMORY, CAIRN_RATE_SIGN_INS: '2', CAIRN_TRUSTED_PROXIES: 'loopback' };
    const server = await start({ env });
    await setUp(server);
    const attempt = async (name: string, client: string, password = 'wrong words here'): Promise<number> => {
      const headers = { 'x-forwarded-for': client };
      const body = { name, password };
      return (await new Browser(server).send('POST', '/api/session', { body, headers })).status;
    };
    for (const name of ['Ada', 'Nobody']) {
      const statuses: number[] = [];
      for (let client = 1; client <= 3; client += 1)
        statuses.push(await attempt(client === 2 ? name.toUpperCase() : name, `203.0.113.${client}`));
      expect(statuses).toEqual([401, 401, 429]);
    }
    expect(await attempt('Ada', '203.0.113.9', PASSWORD)).toBe(429);
    expect(await attempt('Third', '203.0.113.1')).toBe(429);
    const body = { token: 'x', name: 'x', password: 'x' };
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    expect((await new Browser(server).send('POST', '/api/setup', { body, headers })).status).toBe(429);
  });

  it('that succeeds counts for nothing', async () => {
    const server = await start({ env: { ...IN_MEMORY, CAIRN_RATE_SIGN_INS: '1' } });
    await setUp(server);
    for (let time = 0; time < 3; time += 1)
      expect((await new Browser(server).signIn('Ada')).status).toBe(201);
  });

  it('is for https only where the address is https', async () => {
    const server = await start({ env: { ...IN_MEMORY, CAIRN_BASE_URL: 'https://cairn.example.org' } });
    const owner = await setUp(server);
    const prefix = server.target('') === '' ? '__Host-' : '__Secure-'; // browsers take `__Host-` at the root alone
    expect(owner.cookie.startsWith(`${prefix}cairn_session=`)).toBe(true);
    expect(await owner.status('GET', '/api/session')).toBe(200);
    const plain = new Browser(server, owner.cookie.replace(prefix, ''));
    expect(await plain.status('GET', '/api/session')).toBe(401);
    const body = { name: 'Ada', password: PASSWORD };
    const from = (origin: string): Promise<Response> =>
      new Browser(server).send('POST', '/api/session', { body, headers: { origin } });
    expect((await from('http://192.0.2.7:8080')).status).toBe(403);
    const kept = await from('https://cairn.example.org');
    expect(kept.headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });
});

describe('a restart', () => {
  it('keeps users and sessions, and replaces the set-up link as long as nobody can sign in', async () => {
    const first = await start({ env: { CAIRN_LOG_LEVEL: 'trace' } });
    const old = first.setupToken;
    await first.end('SIGTERM');
    const options = { dataDir: first.dataDir, key: first.key, env: { CAIRN_LOG_LEVEL: 'trace' } };
    const second = await start(options);
    expect(second.setupToken).not.toBe(old);
    const body = { token: old, name: 'Eve', password: PASSWORD };
    expect((await new Browser(second).send('POST', '/api/setup', { body })).status).toBe(403);
    const owner = await setUp(second);
    await second.end('SIGTERM');
    const third = await start(options);
    expect(await new Browser(third, owner.cookie).status('GET', '/api/session')).toBe(200);
    expect((await new Browser(third).signIn('Ada')).status).toBe(201);
    expect(third.output()).not.toContain('/setup#');
    const logged = [first, second, third].flatMap((server) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    );
    const secrets = [PASSWORD, old, second.setupToken, owner.cookie.split('=')[1] ?? ''];
    for (const secret of secrets) expect(logged.join('\n')).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(3);
  });
});
