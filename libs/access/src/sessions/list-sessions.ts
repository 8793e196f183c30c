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
