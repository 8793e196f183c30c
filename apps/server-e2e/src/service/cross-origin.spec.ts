import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser, join, PASSWORD, setUp } from '../support/browser.js';

let server: ServerProcess;
let owner: Browser;

beforeAll(async () => {
  server = await ServerProcess.inMemory();
  owner = await setUp(server);
  await join(server, owner, 'Grace');
});

afterAll(() => server.dispose());

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly code?: string }).code;

describe('a page of another origin', () => {
  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['of a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://a.127.0.0.1.nip.io' }, 403],
    ['of another site in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }, 403],
    ['without an origin', { origin: 'null' }, 403],
    ['of another port of this host', { origin: 'http://127.0.0.1:1' }, 403],
    ['of the server itself', { 'sec-fetch-site': 'same-origin' }, 204],
    ['that is none, but the address bar', { 'sec-fetch-site': 'none' }, 204],
    ['of no browser', {}, 204],
  ])('%s: requests with a session', async (_, headers, status) => {
    const browser = new Browser(server);
    await browser.signIn('Grace');
    const { cookie } = browser;
    expect(await browser.status('DELETE', '/api/session', headers)).toBe(status);
    expect(await new Browser(server, cookie).status('GET', '/api/session', headers)).toBe(
      status === 204 ? 401 : 200,
    );
  });

  it.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ])('that is %s: events with a session are %d, and with a key open', async (site, status) => {
    const headers = { 'sec-fetch-site': site };
    expect(await owner.status('HEAD', '/api/events', headers)).toBe(status);
    expect((await server.fetch('/api/events', { method: 'HEAD', headers })).status).toBe(200);
  });

  it('cannot write with the session, nor sign a visitor in', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const space = await owner.send('POST', '/hub/spaces', { body: { title: 'x' }, headers: foreign });
    expect(space.status).toBe(403);
    const body = { name: 'Ada', password: PASSWORD };
    const signedIn = await new Browser(server).send('POST', '/api/session', { body, headers: foreign });
    expect([signedIn.status, await codeOf(signedIn)]).toEqual([403, 'cross-site']);
    expect((await server.fetch('/api/keys', { headers: { ...foreign, cookie: owner.cookie } })).status).toBe(
      200,
    );
  });

  it('of the own origin may, where the server is asked by that address', async () => {
    const browser = new Browser(server);
    await browser.signIn('Grace');
    expect(await browser.status('DELETE', '/api/session', { origin: server.origin })).toBe(204);
  });
});
