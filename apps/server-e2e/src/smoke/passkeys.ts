import type { PasskeyCreation, PasskeyRecord, PasskeyRequest } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import type { Answer } from './answer.js';
import { Authenticator } from './authenticator.js';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import { ORIGIN } from './world.js';

/** Adds a passkey of this authenticator, or of a new one, to the user who is signed in. */
async function add(caller: Caller, authenticator = new Authenticator(ORIGIN)): Promise<Answer> {
  const creation = (await caller.post('/api/passkeys/challenge')).json<PasskeyCreation>();
  return await caller.post('/api/passkeys', { name: 'Phone', credential: authenticator.create(creation) });
}

async function signIn(caller: Caller, authenticator: Authenticator): Promise<Answer> {
  const request = (await caller.post('/api/sign-in/passkey')).json<PasskeyRequest>();
  return await caller.post('/api/session/passkey', authenticator.sign(request));
}

/** Signing in by passkeys. */
export const passkeys: Rows = {
  startPasskeySignIn: {
    gives: 201,
    works: async ({ newBrowser }) =>
      (await newBrowser().post('/api/sign-in/passkey')).shows({
        rpId: new URL(ORIGIN).hostname,
        userVerification: 'required',
        challenge: expect.stringMatching(/^[\w-]{40,}$/),
      }),
    refused: [403, 'cross-site'],
    fails: ({ newBrowser }) =>
      newBrowser().post('/api/sign-in/passkey', undefined, { 'sec-fetch-site': 'cross-site' }),
  },
  signInByPasskey: {
    gives: 201,
    works: async ({ owner, newBrowser }) => {
      const [authenticator, browser] = [new Authenticator(ORIGIN), newBrowser()];
      await add(owner, authenticator);
      const answer = await signIn(browser, authenticator);
      (await browser.get('/api/session')).shows({ user: { name: 'Ada' } });
      return answer.shows({ user: { name: 'Ada' } });
    },
    refused: [401, 'invalid-passkey'],
    fails: ({ newBrowser }) => signIn(newBrowser(), new Authenticator(ORIGIN)),
  },
  startPasskey: {
    gives: 201,
    works: async ({ owner }) =>
      (await owner.post('/api/passkeys/challenge')).shows({
        rp: { id: new URL(ORIGIN).hostname, name: 'Cairn' },
        user: expect.objectContaining({ name: 'Ada' }),
      }),
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().post('/api/passkeys/challenge'),
  },
  addPasskey: {
    gives: 201,
    works: async ({ owner }) => {
      const answer = await add(owner);
      const { id } = answer.json<PasskeyRecord>();
      (await owner.get('/api/passkeys')).lists({ id });
      return answer.shows({ name: 'Phone', lastUsedAt: null });
    },
    refused: [400, 'unusable-passkey'],
    fails: ({ owner }) => add(owner, new Authenticator('http://elsewhere.localhost')),
  },
  listPasskeys: {
    gives: 200,
    works: async ({ owner }) => {
      await add(owner);
      return (await owner.get('/api/passkeys')).lists({ name: 'Phone' });
    },
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().get('/api/passkeys'),
  },
  removePasskey: {
    gives: 204,
    works: async ({ owner, newBrowser }) => {
      const authenticator = new Authenticator(ORIGIN);
      const { id } = (await add(owner, authenticator)).json<PasskeyRecord>();
      const answer = await owner.delete(`/api/passkeys/${id}`);
      expect((await signIn(newBrowser(), authenticator)).status).toBe(401);
      return answer;
    },
    refused: [404, 'passkey-not-found'],
    fails: ({ owner }) => owner.delete(`/api/passkeys/${UNKNOWN}`),
  },
};
