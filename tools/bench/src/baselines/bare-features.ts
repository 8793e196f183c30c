import type { BoundingBox } from '../features/bounding-box.js';
import { generatedFeature, type GeneratedFeature } from '../features/generated-features.js';

/** Features in a table of their own with an index over their boxes, with the same durability as Cairn's. */
export interface BareFeatures {
  /** Stores them in the table, which is empty. */
  fill(features: readonly GeneratedFeature[]): Promise<void>;
  /** The text of a feature. */
  find(id: string): Promise<string | undefined>;
  /** The texts of the features that touch the box, sorted by id. */
  inBox(box: BoundingBox): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens an empty table in CAIRN_DATABASE_URL, or in a SQLite file in `folder` if the variable is not set. */
export async function openBareFeatures(folder: string): Promise<BareFeatures> {
  const url = process.env['CAIRN_DATABASE_URL'];
  if (url === undefined) return (await import('./sqlite-features.js')).openSqliteFeatures(folder);
  return await (await import('./postgres-features.js')).openPostgresFeatures(url);
}

/** The first features that are generated. */
export function generatedFeatures(count: number): readonly GeneratedFeature[] {
  return Array.from({ length: count }, (_, number) => generatedFeature(number));
}
