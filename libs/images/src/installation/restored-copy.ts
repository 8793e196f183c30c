import type { PortsOf } from '@cairn/kernel';
import { InstallationRepository } from './installation-repository.js';

/**
 * Tells of a restored copy. Until somebody says that it takes the place of its original, which may be running, it sends
 * nothing to others: they could not tell the two apart.
 */
export class RestoredCopy {
  static readonly ports = { installations: InstallationRepository };

  constructor(private readonly ports: PortsOf<typeof RestoredCopy.ports>) {}

  /** When it was restored, in epoch milliseconds; `undefined` if it is no copy, or has taken the place of its original. */
  async restoredAt(): Promise<number | undefined> {
    return await this.ports.installations.restoredAt();
  }

  /** Has it take the place of its original. Returns whether it was a copy. */
  async promote(): Promise<boolean> {
    return await this.ports.installations.promote();
  }
}
