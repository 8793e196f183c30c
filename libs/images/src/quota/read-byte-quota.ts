import { Clock, type PortsOf } from '@cairn/kernel';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { ByteQuotaRepository, type ByteUsage } from './byte-quota-repository.js';

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
