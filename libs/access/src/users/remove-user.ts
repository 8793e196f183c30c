import { Clock, type PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { UserRepository } from './user-repository.js';

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
