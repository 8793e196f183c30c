import type { PortsOf } from '@cairn/kernel';
import { UserRepository } from '../users/user-repository.js';

/** Whether nobody can sign in yet. */
export class NeedsSetup {
  static readonly ports = { users: UserRepository };

  constructor(private readonly ports: PortsOf<typeof NeedsSetup.ports>) {}

  async execute(): Promise<boolean> {
    return !(await this.ports.users.hasAny());
  }
}
