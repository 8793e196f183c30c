import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import type { ByteTerms } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { ByteQuotaExceeded } from '../errors.js';
import { ByteQuotaRepository } from './byte-quota-repository.js';

const ID_LENGTH = 22;
/** Longer than the rest of an upload takes once its bytes have arrived. Arriving bytes renew the reservation. */
const LIFETIME_MS = 60 * 60 * 1_000;

/**
 * The number of bytes to expect. A function is called when the first bytes have arrived, and returns an upper bound if
 * one is known.
 */
export type ExpectedSize = number | (() => number | undefined);

export interface ExpectedBytes {
  readonly owner: string;
  readonly sizeInBytes?: ExpectedSize | undefined;
}

/**
 * Room in an owner's quota for an arriving image. It has the expected size, or grows with the bytes that have arrived.
 * So concurrent uploads cannot exceed the quota together, and an upload ends with the first bytes that do not fit.
 */
export class ByteRoom {
  static readonly ports = {
    byteQuotas: ByteQuotaRepository,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  readonly id: string;
  private reserved = 0;
  private renewAt = 0;
  private isHeld = false;

  private constructor(
    private readonly ports: PortsOf<typeof ByteRoom.ports>,
    private readonly owner: string,
    private readonly sizeInBytes: ExpectedSize | undefined,
  ) {
    this.id = ports.ids.next(ID_LENGTH);
  }

  /**
   * @throws {ByteQuotaExceeded} when the known size does not fit or, if the size is not known yet, not even one byte
   * fits.
   */
  static async reserve(
    ports: PortsOf<typeof ByteRoom.ports>,
    { owner, sizeInBytes }: ExpectedBytes,
  ): Promise<ByteRoom> {
    const room = new ByteRoom(ports, owner, sizeInBytes);
    if (typeof sizeInBytes === 'number') await room.hold(room.limited(sizeInBytes));
    else await room.assertAny();
    return room;
  }

  /** Yields the bytes once there is room for them. @throws {ByteQuotaExceeded} at the first that do not fit. */
  async *admit(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let arrived = 0;
    for await (const piece of bytes) {
      arrived += piece.length;
      await this.holdAtLeast(this.limited(arrived));
      yield piece;
    }
  }

  /** Gives back what was reserved beyond the size. */
  async shrinkTo(sizeInBytes: number): Promise<void> {
    if (sizeInBytes < this.reserved) await this.hold(sizeInBytes);
  }

  /** The catalog has counted the image: there is nothing left to release. */
  end(): void {
    this.isHeld = false;
  }

  /** Releases the room. Does nothing after `end`. If releasing fails, the reservation expires. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.isHeld = false;
    const { owner, id } = this;
    await this.ports.byteQuotas.release({ owner, id }).catch(() => undefined);
  }

  /** Reserves no more than the maximum file size, because larger files are refused anyway. */
  private limited(sizeInBytes: number): number {
    return Math.min(sizeInBytes, this.ports.rules.maxFileBytes);
  }

  /** Checks for room without reserving any: near the quota, a reserved byte of each waiting upload would be missing. */
  private async assertAny(): Promise<void> {
    const { byteQuotas, rules, clock } = this.ports;
    const { used, reserved, quota = rules.byteQuota } = await byteQuotas.usage(this.owner, clock.now());
    if (quota !== undefined && used + reserved >= quota) throw new ByteQuotaExceeded(used + reserved, quota);
  }

  /** Doubles the room, so that long uploads need few writes. If that does not fit, it grows only by what arrives. */
  private async holdAtLeast(arrived: number): Promise<void> {
    if (arrived <= this.reserved) {
      if (this.ports.clock.now() >= this.renewAt) await this.hold(this.reserved);
      return;
    }
    const ample = this.limited(this.isHeld ? 2 * this.reserved : this.atMost());
    if (ample <= arrived || !(await this.tryToHold(ample))) await this.hold(arrived);
  }

  /** 0 if it is not known. */
  private atMost(): number {
    return (typeof this.sizeInBytes === 'number' ? this.sizeInBytes : this.sizeInBytes?.()) ?? 0;
  }

  private async tryToHold(sizeInBytes: number): Promise<boolean> {
    try {
      await this.hold(sizeInBytes);
      return true;
    } catch (error) {
      if (error instanceof ByteQuotaExceeded) return false;
      throw error;
    }
  }

  private async hold(sizeInBytes: number): Promise<void> {
    const { owner, id } = this;
    const terms = this.terms();
    await this.ports.byteQuotas.reserve(
      { owner, id, sizeInBytes, expiresAt: terms.now + LIFETIME_MS },
      terms,
    );
    this.isHeld = true;
    this.reserved = sizeInBytes;
    this.renewAt = terms.now + LIFETIME_MS / 2;
  }

  private terms(): ByteTerms {
    return { defaultQuota: this.ports.rules.byteQuota, now: this.ports.clock.now() };
  }
}
