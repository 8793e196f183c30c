import { describe, it } from '@jest/globals';
import { SessionNotFound } from '@cairn/access';
import type { InviteRepository, SessionRepository } from '@cairn/access/spi';
import {
  inviteRepositoryContract,
  sabotaged,
  sessionRepositoryContract,
  verifyFails,
  type Saboteurs,
  type UserPorts,
} from '@cairn/testkit';
import { openMemoryUsers as open } from './memory-users.spec.kit.js';

type Break = (ports: UserPorts) => UserPorts;

const inSessions =
  (replace: (sessions: SessionRepository, ports: UserPorts) => Partial<SessionRepository>): Break =>
  (ports) => ({ ...ports, sessions: sabotaged(ports.sessions, replace(ports.sessions, ports)) });

const inInvites =
  (replace: (invites: InviteRepository, ports: UserPorts) => Partial<InviteRepository>): Break =>
  (ports) => ({ ...ports, invites: sabotaged(ports.invites, replace(ports.invites, ports)) });

const ofSessions: Saboteurs<UserPorts, typeof sessionRepositoryContract> = {
  'a digest finds its session and the user with every field, and any other digest finds none': inSessions(
    (sessions) => ({ find: (digest) => sessions.find(digest.toLowerCase()) }),
  ),
  'add for a user who is not there is UserNotFound': inSessions((sessions) => ({
    add: (session) => sessions.add(session).catch(() => undefined),
  })),
  'add removes the sessions that have expired by then, and no others': inSessions((sessions) => ({
    add: (session) => sessions.add({ ...session, createdAt: session.createdAt + 1 }),
  })),
  'a list has the sessions of the user, latest use first, then by ascending identifier': inSessions(
    (sessions) => ({ list: async (userId) => [...(await sessions.list(userId))].reverse() }),
  ),
  'of many sessions those are live that have neither ended nor expired': inSessions((sessions) => ({
    listLive: (ids, now) => sessions.listLive(ids, now - 1),
  })),
  'touch moves the session and its user; an earlier one and an absent session change nothing': inSessions(
    (sessions) => ({ touch: (id, { at, expiresAt }) => sessions.touch(id, { at: at + 1, expiresAt }) }),
  ),
  'removeAll keeps the session that is to stay': inSessions((sessions) => ({
    removeAll: (userId) => sessions.removeAll(userId),
  })),
  'a session has the latest name that its user gave it, or none; of any other it is SessionNotFound':
    inSessions((sessions) => ({
      rename: (userId, id, { name = 'kept' }) => sessions.rename(userId, id, { name }),
    })),
  'remove ends a session of the user at once; any other is SessionNotFound and stays': inSessions(
    (sessions) => {
      const found = new Map<string, Awaited<ReturnType<SessionRepository['find']>>>();
      return {
        find: async (digest) => {
          const session = found.get(digest) ?? (await sessions.find(digest));
          found.set(digest, session);
          return session;
        },
      };
    },
  ),
  'removeAll ends the sessions of the user and no others': inSessions((sessions) => ({
    removeAll: async (userId) => {
      const [latest] = await sessions.list(userId);
      if (latest === undefined) throw new SessionNotFound();
      await sessions.remove(userId, latest.id);
    },
  })),
  'sessions are there after a restart': (ports) => ports,
};

const ofInvites: Saboteurs<UserPorts, typeof inviteRepositoryContract> = {
  'invites are found and listed with every field, oldest first, without the set-up link': inInvites(
    (invites) => ({ list: async () => [...(await invites.list())].reverse() }),
  ),
  'an invite into an account without a user has its identifier; into another one it is AccountHasUser':
    inInvites((invites) => ({ add: ({ accountId, ...invite }) => invites.add(invite) })),
  'a set-up link takes the place of the one before': inInvites((invites) => ({
    openSetup: async (invite) => {
      await invites.openSetup(invite);
      await invites.add({ ...invite, purpose: 'invite' });
      return true;
    },
  })),
  'there is no set-up link once there is a user': inInvites((invites) => ({
    openSetup: async (invite) => {
      await invites.add(invite);
      return true;
    },
  })),
  'add removes the invites that have expired by then, and no others': inInvites((invites) => ({
    add: (invite) => invites.add({ ...invite, createdAt: invite.createdAt + 1 }),
  })),
  'an invite by a user who is not there is UserNotFound': inInvites((invites) => ({
    add: ({ userId, ...invite }) => invites.add(invite),
  })),
  'a removed invite is gone; an absent one and the set-up link are InviteNotFound': inInvites((invites) => ({
    remove: (id) => invites.remove(id).catch(() => undefined),
  })),
  'invites are there after a restart': (ports) => ports,
};

const subject = { open, reopen: open };

describe('the contract of session repositories', () =>
  verifyFails({ contract: sessionRepositoryContract, subject, saboteurs: ofSessions, it }));

describe('the contract of invite repositories', () =>
  verifyFails({ contract: inviteRepositoryContract, subject, saboteurs: ofInvites, it }));
