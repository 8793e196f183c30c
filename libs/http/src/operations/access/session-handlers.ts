import {
  ChangePassword,
  EndSession,
  ListSessions,
  nameKeyOf,
  RenameSession,
  type Session,
  StartSession,
} from '@cairn/access';
import {
  changePasswordBodySchema,
  endSessionsQuerySchema,
  patchSessionBodySchema,
  signInBodySchema,
  type SessionEntry,
  type SessionRecord,
} from '@cairn/api-schema';
import { parse } from '../../messages/faults.js';
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
  const renameSession = application.get(RenameSession);
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
      return sessions.map((one) => entryOf(one, session));
    },

    patchSession: async ({ request, response, params: { id = '' } }): Promise<SessionEntry> => {
      const { user, session } = visitorOf(request);
      const { name } = await readJson(request, response, patchSessionBodySchema);
      return entryOf(await renameSession.execute(user.id, id, name), session);
    },

    endSession: async ({ request, response, params: { id = '' } }) => {
      const { user, session } = visitorOf(request);
      await endSession.execute(user.id, id);
      if (id === session.id) responses.forget(response);
      return NO_CONTENT;
    },

    endSessions: async ({ request, response, query }) => {
      const { user, session } = visitorOf(request);
      const { others = false } = parse(query, endSessionsQuerySchema);
      if (others) await endSession.others(user.id, session.id);
      else {
        await endSession.execute(user.id);
        responses.forget(response);
      }
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

function entryOf({ id, userAgent, name, ...times }: Session, current: Pick<Session, 'id'>): SessionEntry {
  return {
    id,
    createdAt: timestamp(times.createdAt),
    lastUsedAt: timestamp(times.lastUsedAt),
    expiresAt: timestamp(times.expiresAt),
    userAgent,
    name: name ?? null,
    current: id === current.id,
  };
}
