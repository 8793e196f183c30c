import { Clock, type PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import type { Role } from './role.js';
import { UserRepository } from './user-repository.js';
import type { User } from './user.js';

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
