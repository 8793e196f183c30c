import type { PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { UserRepository } from './user-repository.js';
import type { User } from './user.js';

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
