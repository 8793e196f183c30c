import type { PortsOf } from '@cairn/kernel';
import { ByteQuotaRepository } from './byte-quota-repository.js';
import { parseQuota } from './quota.js';

/** Sets an owner's own quota in bytes, or restores the default with `undefined`. */
export class SetByteQuota {
  static readonly ports = { byteQuotas: ByteQuotaRepository };

  constructor(private readonly ports: PortsOf<typeof SetByteQuota.ports>) {}

  /** @throws {InvalidInput} when the quota is not a whole number from 0 up. */
  async execute(owner: string, quota: number | undefined): Promise<void> {
    await this.ports.byteQuotas.setQuota(owner, quota === undefined ? undefined : parseQuota(quota));
  }
}
