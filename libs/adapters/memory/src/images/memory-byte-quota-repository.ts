import { ByteQuotaExceeded } from '@cairn/images';
import type {
  AddedBytes,
  ByteQuotaRepository,
  ByteReservation,
  ByteTerms,
  ByteUsage,
  Usage,
} from '@cairn/images/spi';

import type { TraceHolder } from '../traces.js';

/** Keeps byte quotas and reservations in memory. Each `MemoryCatalogRepository` has one, which counts its images. */
export class MemoryByteQuotaRepository implements ByteQuotaRepository {
  private readonly quotas = new Map<string, number>();
  /** By owner, then by identifier. */
  private readonly reservations = new Map<string, Map<string, ByteReservation>>();
  readonly traces: readonly TraceHolder[] = [
    {
      kind: 'reservations',
      count: ({ owner }) => this.reservations.get(owner)?.size ?? 0,
      erase: ({ owner }) => {
        const { size = 0 } = this.reservations.get(owner) ?? {};
        this.reservations.delete(owner);
        return size;
      },
    },
  ];

  constructor(private readonly usedBy: (owner: string) => number) {}

  async usage(owner: string, now: number): Promise<ByteUsage> {
    const known = { used: this.usedBy(owner), reserved: this.reservedBy(owner, { now }) };
    const quota = this.quotas.get(owner);
    return quota === undefined ? known : { ...known, quota };
  }

  async setQuota(owner: string, quota: number | undefined): Promise<void> {
    if (quota === undefined) this.quotas.delete(owner);
    else this.quotas.set(owner, quota);
  }

  async reserve(reservation: ByteReservation, terms: ByteTerms): Promise<void> {
    const { owner, id, sizeInBytes } = reservation;
    this.assertRoom(owner, sizeInBytes, { ...terms, reservation: id });
    const held = this.reservations.get(owner) ?? new Map<string, ByteReservation>();
    this.reservations.set(owner, held.set(id, { ...reservation }));
    for (const { id: expired, expiresAt } of held.values()) if (expiresAt <= terms.now) held.delete(expired);
  }

  async release({ owner, id }: Pick<ByteReservation, 'owner' | 'id'>): Promise<void> {
    this.forget(owner, id);
  }

  forget(owner: string, reservation: string | undefined): void {
    if (reservation !== undefined) this.reservations.get(owner)?.delete(reservation);
  }

  hasOwn(owner: string): boolean {
    return this.quotas.has(owner);
  }

  forgetOwn(owner: string): void {
    this.quotas.delete(owner);
  }

  /** The owner's own quota, in the form of the catalog's usage. */
  own(owner: string): Pick<Usage, 'byteQuota'> {
    const byteQuota = this.quotas.get(owner);
    return byteQuota === undefined ? {} : { byteQuota };
  }

  /** Checks that bytes that replace their reservation fit. @throws {ByteQuotaExceeded} */
  assertRoom(owner: string, sizeInBytes: number, bytes: Partial<AddedBytes>): void {
    const quota = this.quotas.get(owner) ?? bytes.defaultQuota;
    if (quota === undefined || sizeInBytes === 0) return;
    const taken = this.usedBy(owner) + this.reservedBy(owner, bytes);
    if (taken + sizeInBytes > quota) throw new ByteQuotaExceeded(taken, quota);
  }

  /** The reserved bytes without those of `reservation`. */
  private reservedBy(owner: string, { reservation, now = -Infinity }: Partial<AddedBytes>): number {
    return [...(this.reservations.get(owner)?.values() ?? [])]
      .filter(({ id, expiresAt }) => id !== reservation && expiresAt > now)
      .reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0);
  }
}
