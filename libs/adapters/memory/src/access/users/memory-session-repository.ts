import { SessionNotFound, UserNotFound, type Session, type SignedIn } from '@cairn/access';
import type { SessionRepository } from '@cairn/access/spi';
import type { MemorySignInRecords } from '../memory-sign-in-records.js';

/** Keeps sessions in memory. Every method completes synchronously, so calls never interleave. */
export class MemorySessionRepository implements SessionRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async add(session: Session): Promise<void> {
    const { users, sessions } = this.records;
    if (!users.has(session.userId)) throw new UserNotFound();
    for (const { id, expiresAt } of sessions.values())
      if (expiresAt <= session.createdAt) sessions.delete(id);
    sessions.set(session.id, { ...session });
  }

  async find(digest: string): Promise<SignedIn | undefined> {
    const session = [...this.records.sessions.values()].find((one) => one.digest === digest);
    const user = session && this.records.users.get(session.userId);
    return session && user && { session: { ...session }, user: { ...user } };
  }

  async list(userId: string): Promise<readonly Session[]> {
    return this.of(userId)
      .sort((one, other) => other.lastUsedAt - one.lastUsedAt || (one.id < other.id ? -1 : 1))
      .map((session) => ({ ...session }));
  }

  async listLive(ids: readonly string[], now: number): Promise<readonly string[]> {
    return ids.filter((id) => (this.records.sessions.get(id)?.expiresAt ?? now) > now);
  }

  async touch(
    id: string,
    { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
  ): Promise<void> {
    const { users, sessions } = this.records;
    const session = sessions.get(id);
    if (session === undefined || session.lastUsedAt >= at) return;
    sessions.set(id, { ...session, lastUsedAt: at, expiresAt });
    const user = users.get(session.userId);
    if (user) users.set(user.id, { ...user, lastSeenAt: Math.max(at, user.lastSeenAt ?? at) });
  }

  async remove(userId: string, id: string): Promise<void> {
    if (this.records.sessions.get(id)?.userId !== userId) throw new SessionNotFound();
    this.records.sessions.delete(id);
  }

  async removeAll(userId: string, kept?: string): Promise<void> {
    for (const { id } of this.of(userId)) if (id !== kept) this.records.sessions.delete(id);
  }

  async rename(
    userId: string,
    id: string,
    { name }: { readonly name: string | undefined },
  ): Promise<Session> {
    const session = this.records.sessions.get(id);
    if (session?.userId !== userId) throw new SessionNotFound();
    const { name: _, ...unnamed } = session;
    const renamed = { ...unnamed, ...(name !== undefined && { name }) };
    this.records.sessions.set(id, renamed);
    return { ...renamed };
  }

  private of(userId: string): Session[] {
    return [...this.records.sessions.values()].filter((session) => session.userId === userId);
  }
}
