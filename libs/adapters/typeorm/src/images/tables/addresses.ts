import { createHash } from 'node:crypto';
import { addressOf, AddressTaken, type Image } from '@cairn/images';
import type { KeptAddresses } from '@cairn/images/spi';
import { listOf, run } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';

const MAX_FREED = 100;
/** Addresses in one transaction: other writes wait for some milliseconds only. */
const ERASED_AT_ONCE = 500;

/** Checks and takes the address in one statement: of two concurrent calls, the second sees the first one's change. */
export async function takeAddress(statements: Statements, image: Image): Promise<void> {
  const address = addressOf(image);
  const given = await statements.sql<readonly unknown[]>`
    INSERT INTO address (address, image_id) VALUES (${address}, ${image.id})
    ON CONFLICT (address) DO UPDATE SET image_id = excluded.image_id, freed_owner = NULL, freed_sha256 = NULL
    WHERE address.freed_owner = ${image.owner} AND address.freed_sha256 = ${image.file.sha256} RETURNING 1`;
  if (given.length === 0) throw new AddressTaken(address);
  // A statement of its own: the first one may have waited for the transaction that erased the address.
  const erased = await statements.sql<readonly unknown[]>`
    SELECT 1 FROM address WHERE address = ${digestOf(address)}`;
  if (erased.length > 0) throw new AddressTaken(address);
}

/** Takes the place of an address that is erased and never given again. No address begins with a slash. */
const digestOf = (address: string): string => `/${createHash('sha256').update(address).digest('base64url')}`;

/** Erases addresses of the owner's images that are gone. Returns how many. */
export async function eraseAddresses(
  statements: Statements,
  owner: string,
  kept: KeptAddresses,
): Promise<number> {
  const rows = await statements.sql<readonly { readonly address: string }[]>`
    SELECT address FROM address WHERE freed_owner = ${owner}
      AND NOT EXISTS (SELECT 1 FROM image WHERE image.id = address.image_id) LIMIT ${ERASED_AT_ONCE}`;
  const addresses = Array.from(rows, ({ address }) => address);
  if (addresses.length === 0) return 0;
  if (kept === 'digests')
    await run(statements, (parameter) => {
      const values = addresses.map((address) => `(${parameter(digestOf(address))}, '')`);
      return `INSERT INTO address (address, image_id) VALUES ${values.join(', ')}
        ON CONFLICT (address) DO NOTHING`;
    });
  await run(
    statements,
    (parameter) =>
      `DELETE FROM address WHERE address IN ${listOf(addresses)(parameter)} AND freed_owner = ${parameter(owner)}`,
  );
  return addresses.length;
}

/**
 * Frees the address for the same bytes of the same owner. Until they take it, the address leads to the image as long as
 * that exists.
 */
export async function freeAddress(statements: Statements, image: Image): Promise<void> {
  await statements.sql`
    UPDATE address SET freed_owner = ${image.owner}, freed_sha256 = ${image.file.sha256}
    WHERE address = ${addressOf(image)}`;
}

export async function freedAddresses(
  statements: Statements,
  { owner, file }: Pick<Image, 'owner' | 'file'>,
): Promise<readonly string[]> {
  const rows = await statements.sql<readonly { readonly address: string }[]>`
    SELECT address FROM address WHERE freed_owner = ${owner} AND freed_sha256 = ${file.sha256} LIMIT ${MAX_FREED}`;
  return Array.from(rows, (row) => row.address);
}
