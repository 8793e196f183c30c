import type { Scope } from './scope.js';

/** The caller of a use case: an account, authenticated by one of its keys or by the session of its user. */
export interface Caller {
  readonly accountId: string;
  /** Absent for a session. */
  readonly keyId?: string | undefined;
  /** The signed-in user, or the one who created the key. */
  readonly userId?: string | undefined;
  readonly scopes: readonly Scope[];
  /** When the key expires. Absent if it never does. */
  readonly expiresAt?: number | undefined;
}

/** A caller that has sent a key. */
export interface KeyCaller extends Caller {
  readonly keyId: string;
}
