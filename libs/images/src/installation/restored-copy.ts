import type { PortsOf } from '@cairn/kernel';
import { InstallationRepository } from './installation-repository.js';

/**
 * Knows whether this installation is a restored copy. Others could not tell a copy from its original, which may be
 * running. So a copy sends nothing to others until somebody declares that it takes the place of its original.
 */
export class RestoredCopy {
  static readonly ports = { installations: InstallationRepository };

  constructor(private readonly ports: PortsOf<typeof RestoredCopy.ports>) {}

  /** When it was restored, in epoch milliseconds; `undefined` if it is no copy, or has taken the place of its original. */
  async restoredAt(): Promise<number | undefined> {
    return await this.ports.installations.restoredAt();
  }

  /** Makes it take the place of its original. Returns whether it was a copy. */
  async promote(): Promise<boolean> {
    return await this.ports.installations.promote();
  }
}
