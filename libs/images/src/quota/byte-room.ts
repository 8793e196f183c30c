import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import type { AddedBytes, ByteTerms } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { ByteQuotaExceeded } from '../errors.js';
import { ByteQuotaRepository } from './byte-quota-repository.js';

const ID_LENGTH = 22;
/** Longer than the rest of an upload takes once its bytes are there. Bytes that arrive renew it. */
const LIFETIME_MS = 60 * 60 * 1_000;

/**
 * How many bytes there are. A function is asked when the first of them have arrived, and tells at most how many there
 * are, if that is known.
 */
export type ExpectedSize = number | (() => number | undefined);

export interface ExpectedBytes {
  readonly owner: string;
  readonly sizeInBytes?: ExpectedSize | undefined;
}

/**
 * Room in an owner's quota for an image that arrives. It has the size that is expected, or grows with what has arrived. So
 * uploads at once cannot together pass the quota, and an upload ends with the first bytes that do not fit.
 */
export class ByteRoom {
  static readonly ports = {
    byteQuotas: ByteQuotaRepository,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  private readonly id: string;
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

  /** @throws {ByteQuotaExceeded} when the known size, or not a single byte, fits. */
  static async reserve(
    ports: PortsOf<typeof ByteRoom.ports>,
    { owner, sizeInBytes }: ExpectedBytes,
  ): Promise<ByteRoom> {
    const room = new ByteRoom(ports, owner, sizeInBytes);
    if (typeof sizeInBytes === 'number') await room.hold(room.limited(sizeInBytes));
    else await room.assertAny();
    return room;
  }

  /** How the catalog counts the image in place of this room. */
  added(): AddedBytes {
    return { ...this.terms(), reservation: this.id };
  }

  /** Passes the bytes on once there is room for them. @throws {ByteQuotaExceeded} at the first that do not fit. */
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

  /** Does nothing after `end`. What cannot be released expires. */
  async release(): Promise<void> {
    if (!this.isHeld) return;
    this.isHeld = false;
    const { owner, id } = this;
    await this.ports.byteQuotas.release({ owner, id }).catch(() => undefined);
  }

  /** Larger files are refused anyway. */
  private limited(sizeInBytes: number): number {
    return Math.min(sizeInBytes, this.ports.rules.maxFileBytes);
  }

  /** Reserves nothing: a byte of each upload that waits would be missing at the edge of the quota. */
  private async assertAny(): Promise<void> {
    const { byteQuotas, rules, clock } = this.ports;
    const { used, reserved, quota = rules.byteQuota } = await byteQuotas.usage(this.owner, clock.now());
    if (quota !== undefined && used + reserved >= quota) throw new ByteQuotaExceeded(used + reserved, quota);
  }

  /** Doubles the room, so that long uploads take few writes. Near the quota it grows by what arrives. */
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
