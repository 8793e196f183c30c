import type { ByteTerms } from '../catalog/catalog-repository.js';

/** The bytes of an owner's originals, as they are stored. */
export interface ByteUsage {
  readonly used: number;
  /** Bytes that are reserved for arriving images. */
  readonly reserved: number;
  /** Absent if the owner has no quota of their own. */
  readonly quota?: number;
}

/** Room that is reserved for an arriving image. It expires, so that a crash does not take up room for long. */
export interface ByteReservation {
  readonly id: string;
  readonly owner: string;
  readonly sizeInBytes: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Byte quotas of owners, and reserved room. `CatalogRepository` counts the bytes that are used, in the transactions of
 * its images.
 */
export abstract class ByteQuotaRepository {
  /** Reservations that have expired at `now` (epoch milliseconds) are left out. */
  abstract usage(owner: string, now: number): Promise<ByteUsage>;

  /** Sets or removes the owner's own quota. Existing images above it stay. */
  abstract setQuota(owner: string, quota: number | undefined): Promise<void>;

  /**
   * Makes the reservation, or replaces the one with its id. Checks and reserves atomically, also under concurrent calls
   * and beside `CatalogRepository.add`. If it is refused, an earlier reservation stays as it was.
   * @throws {ByteQuotaExceeded} when it does not fit beside what is used and what others have reserved.
   */
  abstract reserve(reservation: ByteReservation, terms: ByteTerms): Promise<void>;

  /** Succeeds whether or not there is such a reservation. */
  abstract release(reservation: Pick<ByteReservation, 'owner' | 'id'>): Promise<void>;
}
