import type { PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';

/** Returns the number of images of an owner, and the quota. */
export class ReadQuota {
  static readonly ports = { catalog: CatalogRepository, rules: CatalogRules };

  constructor(private readonly ports: PortsOf<typeof ReadQuota.ports>) {}

  async execute(owner: string): Promise<{ readonly imageCount: number; readonly quota: number }> {
    const { imageCount, quota = this.ports.rules.imageQuota } = await this.ports.catalog.usage(owner);
    return { imageCount, quota };
  }
}
