import type { ByteQuotaRepository, ByteReservation, ByteTerms, ByteUsage } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { assertRoom, lockedUsage, reservedBytes, storeByteQuota, type BytesRow } from './tables/usage.js';

/** Byte quotas and reservations as rows of a relational database. In SQL, as the counts of catalogs are. */
export class SqlByteQuotaRepository implements ByteQuotaRepository {
  constructor(private readonly database: Database) {}

  async usage(owner: string, now: number): Promise<ByteUsage> {
    return await this.database.read(async (manager) => {
      const [row] = await manager.sql<readonly BytesRow[]>`
        SELECT bytes, byte_quota AS "byteQuota" FROM catalog WHERE owner = ${owner}`;
      const reserved = await reservedBytes(manager, owner, { now });
      const quota = row?.byteQuota ?? undefined;
      return { used: row?.bytes ?? 0, reserved, ...(quota !== undefined && { quota }) };
    });
  }

  async setQuota(owner: string, quota: number | undefined): Promise<void> {
    await this.database.write((manager) => storeByteQuota(manager, owner, quota));
  }

  async reserve(reservation: ByteReservation, terms: ByteTerms): Promise<void> {
    const { owner, id, sizeInBytes, expiresAt } = reservation;
    await this.database.write(async (manager) => {
      const used = await lockedUsage(manager, this.database.dialect, owner);
      await assertRoom(manager, { owner, used, sizeInBytes, bytes: { ...terms, reservation: id } });
      await manager.sql`DELETE FROM byte_reservation WHERE owner = ${owner} AND expires_at <= ${terms.now}`;
      await manager.sql`
        INSERT INTO byte_reservation (owner, id, size_in_bytes, expires_at)
        VALUES (${owner}, ${id}, ${sizeInBytes}, ${expiresAt})
        ON CONFLICT (owner, id) DO UPDATE
          SET size_in_bytes = excluded.size_in_bytes, expires_at = excluded.expires_at`;
    });
  }

  async release({ owner, id }: Pick<ByteReservation, 'owner' | 'id'>): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM byte_reservation WHERE owner = ${owner} AND id = ${id}`,
    );
  }
}
