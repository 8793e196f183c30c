import { Clock, type PortsOf } from '@cairn/kernel';
import { ApiKeyRepository } from './keys/api-key-repository.js';
import { SessionRepository } from './sessions/session-repository.js';

/** Identifiers of keys and sessions, each once. */
export interface CredentialIds {
  readonly keys: readonly string[];
  readonly sessions: readonly string[];
}

/** Checks which of many keys and sessions are still valid, for long-lived requests. */
export class CheckCredentials {
  static readonly ports = { keys: ApiKeyRepository, sessions: SessionRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof CheckCredentials.ports>) {}

  /** The ones that are neither revoked, ended nor expired. */
  async execute(asked: CredentialIds): Promise<CredentialIds> {
    const now = this.ports.clock.now();
    const [keys, sessions] = await Promise.all([
      asked.keys.length === 0 ? [] : this.ports.keys.listUsable(asked.keys, now),
      asked.sessions.length === 0 ? [] : this.ports.sessions.listLive(asked.sessions, now),
    ]);
    return { keys, sessions };
  }
}
