import type { CatalogRepository } from '../library/catalog-repository.js';
import type { CatalogRules } from '../library/catalog-rules.js';

/** Tells how many images an owner has and may have. */
export class ReadQuota {
  constructor(
    private readonly ports: { readonly catalog: CatalogRepository; readonly rules: CatalogRules },
  ) {}

  async execute(owner: string): Promise<{ readonly imageCount: number; readonly quota: number }> {
    const { imageCount, quota = this.ports.rules.imageQuota } = await this.ports.catalog.usage(owner);
    return { imageCount, quota };
  }
}
