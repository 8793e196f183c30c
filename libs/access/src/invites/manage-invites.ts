import { Clock, type PortsOf } from '@cairn/kernel';
import { assertAdministrator } from '../authorization.js';
import type { Caller } from '../permissions/caller.js';
import { InviteRepository } from './invite-repository.js';
import type { Invite } from './invite.js';

/** Lists the usable invites, oldest first. */
export class ListInvites {
  static readonly ports = { invites: InviteRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ListInvites.ports>) {}

  /** @throws {ScopeMissing} unless the caller is an administrator. */
  async execute(caller: Caller): Promise<readonly Invite[]> {
    assertAdministrator(caller);
    const now = this.ports.clock.now();
    return (await this.ports.invites.list()).filter(({ expiresAt }) => now < expiresAt);
  }
}

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
