import { Clock, parseAll, type PortsOf } from '@cairn/kernel';
import { parseSessionName, type Session } from '../users/session.js';
import { SessionRepository } from './session-repository.js';

/** Lists the sessions of a user that have not ended, latest use first. */
export class ListSessions {
  static readonly ports = { sessions: SessionRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ListSessions.ports>) {}

  async execute(userId: string): Promise<readonly Session[]> {
    const now = this.ports.clock.now();
    return (await this.ports.sessions.list(userId)).filter(({ expiresAt }) => now < expiresAt);
  }
}

/** Gives a session of a user a name. */
export class RenameSession {
  static readonly ports = { sessions: SessionRepository };

  constructor(private readonly ports: PortsOf<typeof RenameSession.ports>) {}

  /** An empty name takes it away. @throws {SessionNotFound} also if it is a session of another user. {InvalidInput} */
  async execute(userId: string, id: string, name: string): Promise<Session> {
    const parsed = parseAll({ name: () => parseSessionName(name) });
    return await this.ports.sessions.rename(userId, id, parsed);
  }
}

/** Ends one session of a user, or all of them. */
export class EndSession {
  static readonly ports = { sessions: SessionRepository };

  constructor(private readonly ports: PortsOf<typeof EndSession.ports>) {}

  /** Without `id`, all of them. @throws {SessionNotFound} also if it is a session of another user. */
  async execute(userId: string, id?: string): Promise<void> {
    const { sessions } = this.ports;
    await (id === undefined ? sessions.removeAll(userId) : sessions.remove(userId, id));
  }

  /** Ends all of them but one. */
  async others(userId: string, kept: string): Promise<void> {
    await this.ports.sessions.removeAll(userId, kept);
  }
}
