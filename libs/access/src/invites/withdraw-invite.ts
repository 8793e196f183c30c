import type { PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { InviteRepository } from './invite-repository.js';

/** Withdraws an unused invite. */
export class WithdrawInvite {
  static readonly ports = { invites: InviteRepository };

  constructor(private readonly ports: PortsOf<typeof WithdrawInvite.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. {InviteNotFound} */
  async execute(caller: Caller, id: string): Promise<void> {
    assertAdministrator(caller);
    await this.ports.invites.remove(id);
  }
}
