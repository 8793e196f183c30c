import { Clock, type PortsOf } from '@cairn/kernel';
import type { Session } from '../users/session.js';
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

/** Ends one session of a user, or all of them. */
export class EndSession {
  static readonly ports = { sessions: SessionRepository };

  constructor(private readonly ports: PortsOf<typeof EndSession.ports>) {}

  /** Without `id`, all of them. @throws {SessionNotFound} also if it is a session of another user. */
  async execute(userId: string, id?: string): Promise<void> {
    const { sessions } = this.ports;
    await (id === undefined ? sessions.removeAll(userId) : sessions.remove(userId, id));
  }
}
