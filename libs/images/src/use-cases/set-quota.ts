import { InvalidInput } from '@cairn/kernel';
import type { CatalogRepository } from '../catalog-repository.js';

/** Gives an owner a quota of their own, or with `undefined` the default again. */
export class SetQuota {
  constructor(private readonly ports: { readonly catalog: CatalogRepository }) {}

  /** @throws {InvalidInput} when the quota is not a whole number from 0 up. */
  async execute(owner: string, quota: number | undefined): Promise<void> {
    if (quota !== undefined && !(Number.isSafeInteger(quota) && quota >= 0)) {
      throw InvalidInput.of('invalid-quota', 'A quota is a whole number from 0 up.');
    }
    await this.ports.catalog.setQuota(owner, quota);
  }
}
