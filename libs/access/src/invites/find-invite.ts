import { Clock, type PortsOf } from '@cairn/kernel';
import { InvalidInvite } from '../errors.js';
import { SecretDigest } from '../keys/secret-digest.js';
import { InviteRepository } from './invite-repository.js';
import type { Invite } from './invite.js';

/** Finds the invite or set-up link of a token. */
export class FindInvite {
  static readonly ports = { invites: InviteRepository, digest: SecretDigest, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof FindInvite.ports>) {}

  /** @throws {InvalidInvite} also when it has expired. */
  async execute(token: string): Promise<Invite> {
    const { invites, digest, clock } = this.ports;
    const invite = await invites.find(digest.digest(token));
    if (invite === undefined || invite.expiresAt <= clock.now()) throw new InvalidInvite();
    return invite;
  }
}
