import { type PortsOf, InvalidInput, Clock } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { ByteQuotaRepository, type ByteUsage } from './byte-quota-repository.js';

/** Returns the number of images of an owner, and the quota. */
export class ReadQuota {
  static readonly ports = { catalog: CatalogRepository, rules: CatalogRules };

  constructor(private readonly ports: PortsOf<typeof ReadQuota.ports>) {}

  async execute(owner: string): Promise<{ readonly imageCount: number; readonly quota: number }> {
    const { imageCount, quota = this.ports.rules.imageQuota } = await this.ports.catalog.usage(owner);
    return { imageCount, quota };
  }
}

/** The quota of an owner, in images or in bytes. @throws {InvalidInput} when it is not a whole number from 0 up. */
export function parseQuota(quota: number): number {
  if (Number.isSafeInteger(quota) && quota >= 0) return quota;
  throw InvalidInput.of('invalid-quota', 'A quota is a whole number from 0 up.');
}

/** Sets an owner's own quota, or restores the default with `undefined`. */
export class SetQuota {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof SetQuota.ports>) {}

  /** @throws {InvalidInput} when the quota is not a whole number from 0 up. */
  async execute(owner: string, quota: number | undefined): Promise<void> {
    await this.ports.catalog.setQuota(owner, quota === undefined ? undefined : parseQuota(quota));
  }
}

/** Returns the bytes of an owner's originals, and the quota that applies, if any. */
export class ReadByteQuota {
  static readonly ports = { byteQuotas: ByteQuotaRepository, rules: CatalogRules, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof ReadByteQuota.ports>) {}

  async execute(owner: string): Promise<ByteUsage> {
    const { byteQuotas, rules, clock } = this.ports;
    const usage = await byteQuotas.usage(owner, clock.now());
    return usage.quota === undefined && rules.byteQuota !== undefined
      ? { ...usage, quota: rules.byteQuota }
      : usage;
  }
}

/** Sets an owner's own quota in bytes, or restores the default with `undefined`. */
export class SetByteQuota {
  static readonly ports = { byteQuotas: ByteQuotaRepository };

  constructor(private readonly ports: PortsOf<typeof SetByteQuota.ports>) {}

  /** @throws {InvalidInput} when the quota is not a whole number from 0 up. */
  async execute(owner: string, quota: number | undefined): Promise<void> {
    await this.ports.byteQuotas.setQuota(owner, quota === undefined ? undefined : parseQuota(quota));
  }
}
