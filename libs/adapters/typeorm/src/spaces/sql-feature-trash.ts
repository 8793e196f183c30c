import { NotInTrash } from '@cairn/kernel';
import type { FeatureTrash, WantedRestoration } from '@cairn/spaces/spi';
import type { Database } from '../sql/database.js';
import { findHeldContent, releaseContent } from './held-contents.js';

interface WantedRow extends Pick<WantedRestoration, 'entry' | 'spaceId'> {
  readonly maxFeatures: number | null;
}

/** What the trash holds of features, as contents without a space. */
export class SqlFeatureTrash implements FeatureTrash {
  constructor(private readonly database: Database) {}

  async release(entry: string): Promise<void> {
    const { dialect } = this.database;
    await this.database.writeEvenIfFull((manager) => releaseContent(manager, dialect, entry));
  }

  async want(entry: string, { maxFeatures }: Pick<WantedRestoration, 'maxFeatures'>): Promise<void> {
    await this.database.write(async (manager) => {
      if ((await findHeldContent(manager, entry)) === undefined) throw new NotInTrash();
      await manager.sql`UPDATE held_content SET wanted = 1, max_features = ${maxFeatures ?? null}
        WHERE entry = ${entry}`;
    });
  }

  async findWanted(): Promise<WantedRestoration | undefined> {
    const [wanted] = await this.database.read(
      (manager) => manager.sql<readonly WantedRow[]>`
        SELECT entry, space_id AS "spaceId", max_features AS "maxFeatures"
        FROM held_content WHERE wanted = 1 ORDER BY entry LIMIT 1`,
    );
    return wanted && { ...wanted, maxFeatures: wanted.maxFeatures ?? undefined };
  }

  async unwant(entry: string): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`UPDATE held_content SET wanted = 0 WHERE entry = ${entry}`,
    );
  }
}
