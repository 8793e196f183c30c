import type { PortsOf } from '@cairn/kernel';
import { SessionRepository } from './session-repository.js';

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
