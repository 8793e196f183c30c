import { ListPasskeys, RemovePasskey, type Passkey } from '@cairn/access';
import {
  addPasskeyBodySchema,
  passkeyAssertionSchema,
  type PasskeyCreation,
  type PasskeyRecord,
  type PasskeyRequest,
  type SessionRecord,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { optionalTimestamp, timestamp } from '../../responses/timestamp.js';
import { visitorOf } from '../../access/caller.js';
import { userAgentOf } from '../../access/sessions/session-responses.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Signing in with passkeys, and the passkeys of a user. */
export function passkeyHandlers({
  application,
  passkeySignIn: passkeys,
  cookie,
  sessionResponses: responses,
  attempts,
  clients,
}: HttpServices): OperationHandlers {
  const listPasskeys = application.get(ListPasskeys);
  const removePasskey = application.get(RemovePasskey);

  return {
    startPasskeySignIn: async ({ request }): Promise<PasskeyRequest> => {
      cookie.assertKept(request);
      await attempts.begin(clients.networkOf(request));
      return await passkeys.startSignIn();
    },

    signInByPasskey: async ({ request, response }): Promise<SessionRecord> => {
      cookie.assertKept(request);
      const assertion = await readJson(request, response, passkeyAssertionSchema);
      const started = await attempts.run([`address ${clients.networkOf(request)}`], () =>
        passkeys.signIn(assertion, userAgentOf(request)),
      );
      return await responses.begin(started, request, response);
    },

    startPasskey: async ({ request }): Promise<PasskeyCreation> => {
      return await passkeys.startRegistration(visitorOf(request));
    },

    addPasskey: async ({ request, response }): Promise<PasskeyRecord> => {
      const body = await readJson(request, response, addPasskeyBodySchema);
      return passkeyRecord(await passkeys.register(visitorOf(request).user, body));
    },

    listPasskeys: async ({ request }): Promise<readonly PasskeyRecord[]> => {
      return (await listPasskeys.execute(visitorOf(request).user.id)).map(passkeyRecord);
    },

    removePasskey: async ({ request, params: { id = '' } }) => {
      await removePasskey.execute(visitorOf(request).user.id, id);
      return NO_CONTENT;
    },
  };
}

function passkeyRecord({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyRecord {
  return { id, name, createdAt: timestamp(createdAt), lastUsedAt: optionalTimestamp(lastUsedAt) };
}
