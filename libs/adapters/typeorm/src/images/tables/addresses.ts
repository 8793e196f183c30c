import { addressOf, AddressTaken, type Image } from '@cairn/images';
import type { Statements } from '../../sql/statements.js';

const MAX_FREED = 100;

/** Checks and takes the address in one statement: of two concurrent calls, the second sees the first one's change. */
export async function takeAddress(statements: Statements, image: Image): Promise<void> {
  const address = addressOf(image);
  const given = await statements.sql<readonly unknown[]>`
    INSERT INTO address (address, image_id) VALUES (${address}, ${image.id})
    ON CONFLICT (address) DO UPDATE SET image_id = excluded.image_id, freed_owner = NULL, freed_sha256 = NULL
    WHERE address.freed_owner = ${image.owner} AND address.freed_sha256 = ${image.file.sha256} RETURNING 1`;
  if (given.length === 0) throw new AddressTaken(address);
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
