import { expect } from '@jest/globals';
import { PASSWORD } from '../support/browser.js';
import type { Answer } from './answer.js';
import type { Caller } from './caller.js';
import { BAD_QUERY, UNKNOWN, type Rows } from './row.js';
import { BASE, type World } from './world.js';

const CALLBACK = '/api/sign-in/identity/callback';

/** Signs in at the provider, and comes back. */
async function complete({ provider, newBrowser }: World, login: string): Promise<readonly [Caller, Answer]> {
  const browser = newBrowser();
  const { url } = (await browser.post('/api/sign-in/identity', {})).json<{ url: string }>();
  return [browser, await browser.get((await provider.signIn(url, login)).replace(BASE, ''))];
}

/** Signing in by an identity provider. */
export const identities: Rows = {
  getSignInMethods: {
    gives: 200,
    works: async ({ nobody, provider: { issuer } }) =>
      (await nobody.get('/api/sign-in')).shows({ identityProvider: { issuer }, passkeys: 'available' }),
    refused: [400, 'malformed-address'],
    fails: ({ nobody }) => nobody.get(`/api/sign-in${BAD_QUERY}`),
  },
  startIdentitySignIn: {
    gives: 201,
    works: async ({ newBrowser, provider }) =>
      (await newBrowser().post('/api/sign-in/identity', {})).shows({
        url: expect.stringContaining(`${provider.issuer}/`),
      }),
    refused: [403, 'cross-site'],
    fails: ({ newBrowser }) =>
      newBrowser().post('/api/sign-in/identity', {}, { 'sec-fetch-site': 'cross-site' }),
  },
  completeIdentitySignIn: {
    gives: 303,
    works: async (world) => {
      const [browser, answer] = await complete(world, 'mia');
      (await browser.get('/api/session')).shows({ user: { name: 'mia', role: 'member' } });
      return answer;
    },
    refused: [303, 'invalid-challenge'],
    fails: ({ newBrowser }) => newBrowser().get(`${CALLBACK}?state=x&code=y`),
  },
  startIdentityLink: {
    gives: 201,
    works: async ({ newMember, provider }) =>
      (await (await newMember()).caller.post('/api/identities', { from: '/account' })).shows({
        url: expect.stringContaining(`${provider.issuer}/`),
      }),
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().post('/api/identities', {}),
  },
  listIdentities: {
    gives: 200,
    works: async (world) => {
      const [browser] = await complete(world, 'mia');
      const { issuer } = world.provider;
      return (await browser.get('/api/identities')).lists({ name: 'mia', issuer });
    },
    refused: [401, 'signed-out'],
    fails: ({ newBrowser }) => newBrowser().get('/api/identities'),
  },
  unlinkIdentity: {
    gives: 204,
    works: async (world) => {
      const [browser] = await complete(world, 'olga');
      await browser.put('/api/password', { password: PASSWORD }); // the last way to sign in stays
      const [{ id }] = (await browser.get('/api/identities')).json<[{ id: string }]>();
      const answer = await browser.delete(`/api/identities/${id}`);
      expect((await browser.get('/api/identities')).json()).toEqual([]);
      return answer;
    },
    refused: [404, 'identity-not-found'],
    fails: ({ owner }) => owner.delete(`/api/identities/${UNKNOWN}`),
  },
};
