import { type PortsOf, Clock, parseAll } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { UserRepository } from './user-repository.js';
import { parseUserName, type User, type Role } from './user.js';

/** Lists the users, oldest first. */
export class ListUsers {
  static readonly ports = { users: UserRepository };

  constructor(private readonly ports: PortsOf<typeof ListUsers.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. */
  async execute(caller: Caller): Promise<readonly User[]> {
    assertAdministrator(caller);
    return await this.ports.users.list();
  }
}

/** Makes a user an owner or a member, effective immediately in existing sessions. */
export class ChangeRole {
  static readonly ports = { users: UserRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ChangeRole.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {UserNotFound} {LastOwner} */
  async execute(caller: Caller, id: string, role: Role): Promise<User> {
    assertAdministrator(caller);
    return await this.ports.users.changeRole(id, { role, at: this.ports.clock.now() });
  }
}

/** Gives a user another name, which is also the one that they sign in with. */
export class RenameUser {
  static readonly ports = { users: UserRepository };

  constructor(private readonly ports: PortsOf<typeof RenameUser.ports>) {}

  /**
   * A key is not the user who made it: it may have been given to somebody else.
   * @throws {ScopeMissing} unless the caller is an administrator, or signed in as this user. {UserNotFound}
   * @throws {InvalidInput} {UserExists}
   */
  async execute(caller: Caller, id: string, name: string): Promise<User> {
    if (caller.keyId !== undefined || caller.userId !== id) assertAdministrator(caller);
    const parsed = parseAll({ name: () => parseUserName(name) });
    return await this.ports.users.rename(id, parsed.name);
  }
}

/** Removes a user. Their sessions and keys end immediately. */
export class RemoveUser {
  static readonly ports = { users: UserRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof RemoveUser.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {UserNotFound} {LastOwner} */
  async execute(caller: Caller, id: string): Promise<void> {
    assertAdministrator(caller);
    await this.ports.users.remove(id, this.ports.clock.now());
  }
}
