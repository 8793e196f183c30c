import type { DatabaseFacts } from '@cairn/kernel';
import type { Manifest } from './manifest.js';

/**
 * What is in a restored database other than in the snapshot: rows by table, and the sums of the quotas. Images that were
 * deleted while the snapshot was made are gone, with their rows in other tables, so then only images are compared.
 */
export function compareRestored(restored: DatabaseFacts, { database, removed }: Manifest): readonly string[] {
  const problems: string[] = [];
  const compare = (what: string, is: number | undefined, was: number): void => {
    if (is !== was) problems.push(`${what}: ${is ?? 0} instead of ${was}`);
  };
  if (restored.installation !== database.installation)
    problems.push(`the installation is ${restored.installation} instead of ${database.installation}`);
  const removedImages = removed.filter(({ place }) => place === 'catalog').length;
  compare('images', restored.images.images, database.images.images - removedImages);
  compare('images counted by quotas', restored.images.counted, database.images.counted - removedImages);
  if (removed.length > 0) return problems;
  compare('bytes counted by quotas', restored.images.countedBytes, database.images.countedBytes);
  compare('bytes of images', restored.images.sizeInBytes, database.images.sizeInBytes);
  for (const [table, rows] of Object.entries(database.tables))
    compare(`rows of ${table}`, restored.tables[table], rows);
  return problems;
}
