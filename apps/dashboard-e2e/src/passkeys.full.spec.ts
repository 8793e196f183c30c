import { IN_MEMORY, openBrowser, ServerProcess } from '@cairn/harness';
import { freePort } from '@cairn/services';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, CDPSession } from 'playwright-core';
import {
  accessibilityFaults,
  imagesShown,
  openPage,
  PASSWORD,
  setUpOwner,
  type WatchedPage,
} from './support/browser.js';
import { sentWhenAdding, withChallenge, type AddedPasskey } from './support/passkeys.js';

jest.setTimeout(240_000); // the browser has other work

describe('passkeys in the dashboard', () => {
  let server: ServerProcess;
  let browser: Browser;
  let watched: WatchedPage;
  let devtools: CDPSession;
  let authenticatorId: string;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `http://localhost:${port}`;
    const env = {
      ...IN_MEMORY,
      CAIRN_PORT: String(port),
      CAIRN_BASE_URL: address,
    };
    [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
    watched = await openPage(browser);
    devtools = await watched.page.context().newCDPSession(watched.page);
    await devtools.send('WebAuthn.enable');
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        automaticPresenceSimulation: true,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    }));
  });
  afterAll(async () => {
    await browser.close();
    await server.dispose();
  });

  async function leave(): Promise<void> {
    await watched.page.goto(`${address}/account`);
    await watched.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await watched.page.waitForURL(`${address}/sign-in`);
  }

  const post = async (path: string, body?: object, cookie = '') =>
    await server.fetch(path, {
      method: 'POST',
      key: null,
      headers: { 'content-type': 'application/json', cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  async function ownCookie(): Promise<string> {
    const cookies = await watched.page.context().cookies();
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** Makes a member and returns the cookie of their session. */
  async function invited(name: string): Promise<string> {
    const invite = await post('/api/invites', { role: 'member' }, await ownCookie());
    const { token } = (await invite.json()) as { token: string };
    const joined = await post('/api/invites/accept', { token, name, password: PASSWORD });
    return joined.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  }

  const signIn = () => watched.page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  it('are added in the account, and sign in without a name', async () => {
    const { page, faults } = watched;
    await setUpOwner(page, server);
    await page.goto(`${address}/account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('My phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('My phone').waitFor();
    await leave();
    await signIn();
    await imagesShown(page);
    await page.goto(`${address}/account`);
    await page.getByText('last used').first().waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(faults()).toEqual([]);
  });

  it('sign in once by an answer, however often it is sent, also at once', async () => {
    const { page } = watched;
    await leave();
    const path = '/api/session/passkey';
    const sent = new Promise<string>((resolve) => {
      void page.route(`**${path}`, async (route) => {
        await route.abort();
        resolve(route.request().postData() ?? '');
      });
    });
    await signIn();
    const body = JSON.parse(await sent) as object;
    await page.unroute(`**${path}`);
    const send = async () => (await post(path, body)).status;
    expect((await Promise.all([send(), send(), send()])).sort()).toEqual([201, 401, 401]);
    expect(await send()).toBe(401);
  });

  it('are refused with one sentence if they count backwards or were removed', async () => {
    const { page } = watched;
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    const refused = async () => {
      await signIn();
      await page.getByText('The passkey was not accepted').waitFor();
      await page.reload();
    };
    await page.reload();
    for (const credential of credentials) {
      const { credentialId } = credential;
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      const older = { ...credential, signCount: 0 };
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: older });
    }
    await refused();
    for (const credential of credentials) {
      const { credentialId } = credential;
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      const newer = { ...credential, signCount: 100 };
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: newer });
    }
    await signIn();
    await imagesShown(page);
    await page.goto(`${address}/account`);
    await page.getByRole('button', { name: 'Remove the passkey My phone' }).click();
    await page.getByText('My phone').waitFor({ state: 'detached' });
    await leave();
    await refused();
  });

  it('are added by whoever began it, and are those of one user', async () => {
    const { page } = watched;
    await page.goto(`${address}/sign-in`);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await imagesShown(page);
    const [own, eve] = [await ownCookie(), await invited('Eve')];
    const add = async (body: AddedPasskey, cookie: string) => {
      const answer = await post('/api/passkeys', body, cookie);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    const begun = await sentWhenAdding(page, address, 'abort');
    expect(await add(begun, eve)).toEqual([403, 'invalid-challenge']);
    expect(await add(begun, own)).toEqual([403, 'invalid-challenge']); // spent
    const added = await sentWhenAdding(page, address, 'continue');
    await page.getByText('My phone').waitFor();
    const started = await post('/api/passkeys/challenge', undefined, eve);
    const { challenge } = (await started.json()) as { challenge: string };
    expect(await add(withChallenge(added, challenge), eve)).toEqual([409, 'passkey-exists']);
  });

  it('tells nothing but that it failed, and spends a challenge with its first answer', async () => {
    const { challenge } = (await (await post('/api/sign-in/passkey')).json()) as { challenge: string };
    const says = (data: object): string => Buffer.from(JSON.stringify(data)).toString('base64url');
    for (const data of [{}, { type: 'webauthn.get', challenge, origin: address }]) {
      const response = { clientDataJSON: says(data), authenticatorData: 'AA', signature: 'AA' };
      const answer = await post('/api/session/passkey', {
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response,
      });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        expect.objectContaining({ code: 'invalid-passkey' }),
      ]);
    }
  });
});
