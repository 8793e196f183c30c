import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AcceptInvite,
  ChangeRole,
  CreateInvite,
  FindInvite,
  ListInvites,
  ListUsers,
  NeedsSetup,
  RemoveUser,
  RenameUser,
  WithdrawInvite,
  type Invite,
  type User,
} from '@cairn/access';
import {
  changeUserBodySchema,
  checkInviteBodySchema,
  createInviteBodySchema,
  joinBodySchema,
  type CheckedInvite,
  type CreatedInvite,
  type InviteRecord,
  type SessionRecord,
  type UserRecord,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { requestContextOf } from '../../messages/request-context.js';
import { optionalTimestamp, timestamp } from '../../responses/timestamp.js';
import { userAgentOf } from '../../access/sessions/session-responses.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** The users of the installation, its set-up and its invites. */
export function userHandlers({
  application,
  cookie,
  sessionResponses: responses,
  attempts,
  clients,
  addresses,
  targets,
}: HttpServices): OperationHandlers {
  const needsSetup = application.get(NeedsSetup);
  const findInvite = application.get(FindInvite);
  const acceptInvite = application.get(AcceptInvite);
  const listUsers = application.get(ListUsers);
  const changeRole = application.get(ChangeRole);
  const renameUser = application.get(RenameUser);
  const removeUser = application.get(RemoveUser);
  const createInvite = application.get(CreateInvite);
  const listInvites = application.get(ListInvites);
  const withdrawInvite = application.get(WithdrawInvite);
  async function join(
    purpose: Invite['purpose'],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<SessionRecord> {
    cookie.assertKept(request);
    const body = await readJson(request, response, joinBodySchema);
    const started = await attempts.run([`address ${clients.networkOf(request)}`], () =>
      acceptInvite.execute({ ...body, purpose, userAgent: userAgentOf(request) }),
    );
    return await responses.begin(started, request, response);
  }
  return {
    getSetup: async (): Promise<{ readonly needed: boolean }> => {
      return { needed: await needsSetup.execute() };
    },

    setUp: async ({ request, response }): Promise<SessionRecord> => {
      return await join('setup', request, response);
    },

    checkInvite: async ({ request, response }): Promise<CheckedInvite> => {
      const { token } = await readJson(request, response, checkInviteBodySchema);
      const { purpose, role, expiresAt } = await attempts.run([`address ${clients.networkOf(request)}`], () =>
        findInvite.execute(token),
      );
      return { purpose, role, expiresAt: timestamp(expiresAt) };
    },

    acceptInvite: async ({ request, response }): Promise<SessionRecord> => {
      return await join('invite', request, response);
    },

    listUsers: async ({ request }): Promise<readonly UserRecord[]> => {
      const caller = callerOf(request);
      return (await listUsers.execute(caller)).map(userRecord);
    },

    changeUser: async ({ request, response, params: { id = '' } }): Promise<UserRecord> => {
      const caller = callerOf(request);
      const { role, name = '' } = await readJson(request, response, changeUserBodySchema);
      const user =
        role === undefined
          ? await renameUser.execute(caller, id, name)
          : await changeRole.execute(caller, id, role);
      requestContextOf(request).owner = user.accountId;
      return userRecord(user);
    },

    removeUser: async ({ request, params: { id = '' } }) => {
      const caller = callerOf(request);
      await removeUser.execute(caller, id);
      return NO_CONTENT;
    },

    createInvite: async ({ request, response }): Promise<CreatedInvite> => {
      const caller = callerOf(request);
      const { role, accountId, expiresIn, grant } = await readJson(request, response, createInviteBodySchema);
      const lifetimeMs = expiresIn === undefined ? undefined : expiresIn * 1_000;
      const granted = grant && {
        role: grant.role,
        resource: (await targets.find(caller.accountId, grant.resource)).resource,
      };
      const { invite, token } = await createInvite.execute(caller, {
        role,
        lifetimeMs,
        accountId,
        granted,
      });
      const { createdAt, ...shown } = inviteRecord(invite);
      return { ...shown, token, url: `${addresses.baseUrl}/invite#${token}` };
    },

    listInvites: async ({ request }): Promise<readonly InviteRecord[]> => {
      const caller = callerOf(request);
      return (await listInvites.execute(caller)).map(inviteRecord);
    },

    withdrawInvite: async ({ request, params: { id = '' } }) => {
      const caller = callerOf(request);
      await withdrawInvite.execute(caller, id);
      return NO_CONTENT;
    },
  };
}

function userRecord({ id, name, role, accountId, createdAt, lastSeenAt }: User): UserRecord {
  return {
    id,
    name,
    role,
    accountId,
    createdAt: timestamp(createdAt),
    lastSeenAt: optionalTimestamp(lastSeenAt),
  };
}

function inviteRecord({ id, role, accountId, grant, createdAt, expiresAt }: Invite): InviteRecord {
  const granted = grant && { resource: { ...grant.resource }, role: grant.role };
  return {
    id,
    role,
    ...(accountId !== undefined && { accountId }),
    ...(granted && { grant: granted }),
    createdAt: timestamp(createdAt),
    expiresAt: timestamp(expiresAt),
  };
}
