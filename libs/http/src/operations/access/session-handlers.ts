import { ChangePassword, EndSession, ListSessions, nameKeyOf, StartSession } from '@cairn/access';
import {
  changePasswordBodySchema,
  signInBodySchema,
  type SessionEntry,
  type SessionRecord,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import { visitorOf } from '../../access/caller.js';
import { userAgentOf } from '../../access/sessions/session-responses.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Signing in and out, and the sessions and the password of a user. */
export function sessionHandlers({
  application,
  cookie,
  sessionResponses: responses,
  attempts,
  clients,
}: HttpServices): OperationHandlers {
  const startSession = application.get(StartSession);
  const listSessions = application.get(ListSessions);
  const endSession = application.get(EndSession);
  const changePassword = application.get(ChangePassword);

  return {
    signIn: async ({ request, response }): Promise<SessionRecord> => {
      cookie.assertKept(request);
      const credentials = await readJson(request, response, signInBodySchema);
      const holder = clients.networkOf(request);
      const who = [`address ${holder}`, `name ${nameKeyOf(credentials.name)}`];
      const started = await attempts.run(who, () =>
        startSession.execute({ ...credentials, userAgent: userAgentOf(request), holder }),
      );
      return await responses.begin(started, request, response);
    },

    getSession: async ({ request }): Promise<SessionRecord> => {
      return await responses.show(visitorOf(request));
    },

    signOut: async ({ request, response }) => {
      const { user, session } = visitorOf(request);
      await endSession.execute(user.id, session.id);
      responses.forget(response);
      return NO_CONTENT;
    },

    listSessions: async ({ request }): Promise<readonly SessionEntry[]> => {
      const { user, session } = visitorOf(request);
      const sessions = await listSessions.execute(user.id);
      return sessions.map(({ id, userAgent, ...times }) => ({
        id,
        createdAt: timestamp(times.createdAt),
        lastUsedAt: timestamp(times.lastUsedAt),
        expiresAt: timestamp(times.expiresAt),
        userAgent,
        current: id === session.id,
      }));
    },

    endSession: async ({ request, response, params: { id = '' } }) => {
      const { user, session } = visitorOf(request);
      await endSession.execute(user.id, id);
      if (id === session.id) responses.forget(response);
      return NO_CONTENT;
    },

    endSessions: async ({ request, response }) => {
      await endSession.execute(visitorOf(request).user.id);
      responses.forget(response);
      return NO_CONTENT;
    },

    changePassword: async ({ request, response }): Promise<SessionRecord> => {
      const { user, session } = visitorOf(request);
      const body = await readJson(request, response, changePasswordBodySchema);
      const started = await attempts.run([`name ${nameKeyOf(user.name)}`], () =>
        changePassword.execute({ ...body, session, userAgent: userAgentOf(request) }),
      );
      return await responses.begin(started, request, response);
    },
  };
}
