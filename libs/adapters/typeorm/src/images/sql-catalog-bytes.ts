import type { Image } from '@cairn/images';
import type { BlobReference, CopyTerms, ImageTotal, KnownFile, SameBytes } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { run } from '../sql/sql-builder.js';
import { addCopy, addOrFindImage } from './add-image.js';
import { knownFiles, knownSizes } from './known-files.js';
import { listBlobs } from './list-blobs.js';
import { bytesOfImages, NEEDS_BLOB } from './tables/blobs.js';

const LISTING = { budget: 'listing' } as const;

/** The part of the catalog about bytes that images have in common, and bytes that are known. */
export class SqlCatalogBytes {
  constructor(protected readonly database: Database) {}

  async addOrFind(image: Image, defaultQuota: number, bytes: Partial<SameBytes> = {}): Promise<Image> {
    const { dialect } = this.database;
    return await this.database.write((manager) =>
      addOrFindImage(manager, dialect, { image, defaultQuota, bytes }),
    );
  }

  async addCopy(image: Image, terms: CopyTerms): Promise<void> {
    const { dialect } = this.database;
    await this.database.write((manager) => addCopy(manager, dialect, { image, ...terms }));
  }

  async knownFiles(owner: string, hashes: readonly string[]): Promise<readonly KnownFile[]> {
    return await this.database.read((manager) => knownFiles(manager, owner, hashes));
  }

  async knownSizes(owner: string, sizes: readonly number[]): Promise<readonly number[]> {
    return await this.database.read((manager) => knownSizes(manager, owner, sizes));
  }

  async total(): Promise<ImageTotal> {
    const [total] = await this.database.read(
      (manager) => manager.sql<readonly [ImageTotal]>`
        SELECT CAST(COUNT(*) AS double precision) AS "imageCount",
          CAST(${bytesOfImages} AS double precision) AS "sizeInBytes" FROM image`,
      LISTING,
    );
    return { ...total };
  }

  async listBlobs(limit: number, after = ''): Promise<readonly BlobReference[]> {
    return await this.database.read((manager) => listBlobs(manager, { limit, after }), LISTING);
  }

  async needsBlob(blobKey: string): Promise<boolean> {
    const found = await this.database.read((manager) =>
      run(manager, (parameter) => NEEDS_BLOB(parameter(blobKey))),
    );
    return found.length > 0;
  }
}
