import type { Invite, Session, User } from '@cairn/access';

/** What the in-memory repositories of users, sessions, invites and keys share. By identifier. */
export class MemorySignInRecords {
  readonly users = new Map<string, User>();
  readonly sessions = new Map<string, Session>();
  readonly invites = new Map<string, Invite>();
}
