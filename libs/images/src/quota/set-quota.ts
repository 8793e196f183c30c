import type { PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { parseQuota } from './quota.js';

/** Sets an owner's own quota, or restores the default with `undefined`. */
export class SetQuota {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof SetQuota.ports>) {}

  /** @throws {InvalidInput} when the quota is not a whole number from 0 up. */
  async execute(owner: string, quota: number | undefined): Promise<void> {
    await this.ports.catalog.setQuota(owner, quota === undefined ? undefined : parseQuota(quota));
  }
}
