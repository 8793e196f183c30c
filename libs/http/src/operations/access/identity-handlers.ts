import { ListIdentities, UnlinkIdentity } from '@cairn/access';
import {
  startIdentityBodySchema,
  startLinkBodySchema,
  type IdentityRecord,
  type SignInMethods,
  type StartedIdentity,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import { visitorOf } from '../../access/caller.js';
import { queryTextOf } from '../../messages/query.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Signing in by an identity provider, and the identities of a user. */
export function identityHandlers({
  application,
  identityProvider: provider,
  relyingParty: passkeys,
  identitySignIn: signIn,
  cookie,
  attempts,
  clients,
  addresses,
  errors,
}: HttpServices): OperationHandlers {
  const listIdentities = application.get(ListIdentities);
  const unlinkIdentity = application.get(UnlinkIdentity);

  return {
    getSignInMethods: async (): Promise<SignInMethods> => {
      return { identityProvider: provider.describe(), passkeys: passkeys.state };
    },

    startIdentitySignIn: async ({ request, response }): Promise<StartedIdentity> => {
      cookie.assertKept(request);
      const { from, invite } = await readJson(request, response, startIdentityBodySchema);
      await attempts.begin(clients.networkOf(request));
      return { url: await signIn.start({ from, invite }, { request, response }) };
    },

    startIdentityLink: async ({ request, response }): Promise<StartedIdentity> => {
      const { session } = visitorOf(request);
      const { from } = await readJson(request, response, startLinkBodySchema);
      return { url: await signIn.start({ from, session }, { request, response }) };
    },

    /** The browser shows this response, so it always redirects to the page, even after an error. */
    completeIdentitySignIn: async ({ request, response }) => {
      const search = `?${queryTextOf(request)}`;
      const secret = new URLSearchParams(search).get('state') ?? '';
      let place = '/sign-in';
      const run = async (): Promise<string> => {
        if (await signIn.isCompleted(request, secret)) return '/';
        const begun = await signIn.begun(request, secret);
        if (begun.challenge.userId !== undefined) place = '/account';
        return await signIn.complete(begun, { request, response, search, secret });
      };
      try {
        const path = await attempts.run([`address ${clients.networkOf(request)}`], run);
        response.setHeader('Location', addresses.baseUrl + path);
      } catch (error) {
        const { code } = errors.failure(error, { request, format: 'problem' });
        response.setHeader('Location', `${addresses.baseUrl}${place}?problem=${code}`);
      }
      signIn.forget(secret, response);
      return NO_CONTENT;
    },

    listIdentities: async ({ request }): Promise<readonly IdentityRecord[]> => {
      const identities = await listIdentities.execute(visitorOf(request).user.id);
      return identities.map(({ id, issuer, name, createdAt }) => ({
        id,
        issuer,
        name,
        createdAt: timestamp(createdAt),
      }));
    },

    unlinkIdentity: async ({ request, params: { id = '' } }) => {
      await unlinkIdentity.execute(visitorOf(request).user.id, id);
      return NO_CONTENT;
    },
  };
}
