import {
  ImageNotFound,
  type HostedFile,
  type Image,
  type ImageQuery,
  type ImageDescription,
} from '@cairn/images';
import {
  positionOf,
  toImagePage,
  type AddedBytes,
  type CatalogRepository,
  type CameraCount,
  type ChangedImages,
  type DayCounts,
  type DayRequest,
  type DescribedImage,
  type FolderCount,
  type FolderRequest,
  type ImagePage,
  type ImagePageRequest,
  type ImageRestoring,
  type ImageUpdate,
  type KeptAddresses,
  type TagChangeRequest,
  type TakenChange,
  type TagCount,
  type TagRequest,
  type DetailsChange,
  type Usage,
  type VisibilityChange,
} from '@cairn/images/spi';
import { toPage, type Disposal, type Page, type PageRequest } from '@cairn/kernel';
import { addImage } from './add-image.js';
import { describeImage } from './describe-image.js';
import { eraseAddresses, freedAddresses } from './tables/addresses.js';
import { writeDetails, writeTags, writeTaken, writeVisibility } from './gallery/change-images.js';
import { findImages } from './gallery/index-images.js';
import { removeImages } from './gallery/remove-images.js';
import { selectCameras, selectFolders, selectTags } from './gallery/select-counts.js';
import { selectDays } from './gallery/select-days.js';
import { selectImages } from './gallery/select-images.js';
import { updateImage } from './gallery/update-image.js';
import { imageColumns as columns, type ImageRow } from './tables/catalog-schema.js';
import { toImage } from './tables/image-rows.js';
import { storeQuota, usage } from './tables/usage.js';
import { SqlCatalogBytes } from './sql-catalog-bytes.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import type { Statements } from '../sql/statements.js';
import { HostedFiles } from './hosted-files.js';
import { imageInTrash, restoreImage } from '../trash/trash-images.js';
import { takenIds } from '../trash/tables/trash-rows.js';

type Rows = readonly ImageRow[];

const LISTING = { budget: 'listing' } as const;

/** Catalogs as rows of a relational database. In SQL: every upload and file needs them, and building queries takes longer than running them. */
export class SqlCatalogRepository extends SqlCatalogBytes implements CatalogRepository {
  private readonly hosted = new HostedFiles();

  async add(image: Image, defaultQuota: number, bytes: Partial<AddedBytes> = {}): Promise<void> {
    const { dialect } = this.database;
    await this.database.write((manager) => addImage(manager, dialect, { image, defaultQuota, bytes }));
  }

  async remove(owner: string, id: string, disposal?: Disposal): Promise<Image> {
    const [image] = await this.removeAll(owner, [id], disposal);
    if (image === undefined) throw new ImageNotFound();
    return image;
  }

  async removeAll(owner: string, ids: readonly string[], disposal?: Disposal): Promise<readonly Image[]> {
    const { dialect } = this.database;
    return await this.database.writeEvenIfFull((manager) =>
      removeImages(manager, dialect, { owner, ids, disposal }),
    );
  }

  async getRemoved(owner: string, id: string): Promise<Image> {
    return await this.database.read((manager) => imageInTrash(manager, { owner, id }));
  }

  async restore(owner: string, id: string, restoring: ImageRestoring): Promise<Image> {
    const { dialect } = this.database;
    const { defaultQuota, bytes = {} } = restoring;
    return await this.database.write((manager) =>
      restoreImage(manager, dialect, {
        key: { owner, id },
        restoring,
        add: (image, added) => addImage(manager, dialect, { image, defaultQuota, bytes, ...added }),
      }),
    );
  }

  async changeTags(owner: string, ids: readonly string[], change: TagChangeRequest): Promise<ChangedImages> {
    const { dialect } = this.database;
    return await this.database.write((manager) => writeTags(manager, dialect, { owner, ids, change }));
  }

  async changeVisibility(
    owner: string,
    ids: readonly string[],
    change: VisibilityChange,
  ): Promise<ChangedImages> {
    const { dialect } = this.database;
    return await this.database.write((manager) => writeVisibility(manager, dialect, { owner, ids, change }));
  }

  async changeTaken(owner: string, ids: readonly string[], change: TakenChange): Promise<ChangedImages> {
    const { dialect } = this.database;
    return await this.database.write((manager) => writeTaken(manager, dialect, { owner, ids, change }));
  }

  async changeDetails(owner: string, ids: readonly string[], change: DetailsChange): Promise<ChangedImages> {
    const { dialect } = this.database;
    return await this.database.write((manager) => writeDetails(manager, dialect, { owner, ids, change }));
  }

  async update(owner: string, id: string, update: ImageUpdate): Promise<Image> {
    const { dialect } = this.database;
    return await this.database.write((manager) => updateImage(manager, dialect, { owner, id, update }));
  }

  async get(owner: string, id: string): Promise<Image> {
    return await this.database.read((manager) => get(manager, owner, id));
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return await this.database.read((manager) => findImages(manager, { owner, ids }));
  }

  async takenIds(ids: readonly string[]): Promise<readonly string[]> {
    return await this.database.read((manager) => takenIds(manager, 'image', ids));
  }

  async describe(image: DescribedImage, description: ImageDescription): Promise<void> {
    const { dialect } = this.database;
    await this.database.write((manager) => describeImage(manager, dialect, { image, description }));
  }

  async listUndescribed(limit: number, after = ''): Promise<readonly Image[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM image WHERE described < 2 AND id > ${after} ORDER BY id LIMIT ${limit}`,
    );
    return Array.from(rows, toImage);
  }

  async findFile(address: string): Promise<HostedFile | undefined> {
    return await this.database.read((manager) => this.hosted.find(manager, address));
  }

  async freedAddresses(image: Pick<Image, 'owner' | 'file'>): Promise<readonly string[]> {
    return await this.database.read((manager) => freedAddresses(manager, image));
  }

  async eraseAddresses(owner: string, kept: KeptAddresses): Promise<number> {
    return await this.database.writeEvenIfFull((manager) => eraseAddresses(manager, owner, kept));
  }

  async listByTag(
    owner: string,
    tag: string,
    { limit, after = BEFORE_NEWEST }: PageRequest,
  ): Promise<Page<Image>> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM image_tag AS place JOIN image ON image.id = place.image_id
        WHERE place.owner = ${owner} AND place.tag = ${tag}
          AND (place.created_at, place.image_id) < (${after.at}, ${after.id})
        ORDER BY place.created_at DESC, place.image_id DESC LIMIT ${limit + 1}`,
      LISTING,
    );
    return toPage(Array.from(rows, toImage), limit, positionOf);
  }

  async list(owner: string, query: ImageQuery, { limit, after }: ImagePageRequest): Promise<ImagePage> {
    const selection = { owner, query, columns: columns(), limit: limit + 1, after };
    const rows = await this.database.read((manager) => selectImages(manager, selection), LISTING);
    return toImagePage(Array.from(rows, toImage), limit, query.sort);
  }

  async listTags(owner: string, request: TagRequest): Promise<readonly TagCount[]> {
    return await this.database.read((manager) => selectTags(manager, owner, request), LISTING);
  }

  async listFolders(owner: string, request: FolderRequest): Promise<readonly FolderCount[]> {
    return await this.database.read((manager) => selectFolders(manager, owner, request), LISTING);
  }

  async listCameras(owner: string, limit: number): Promise<readonly CameraCount[]> {
    return await this.database.read((manager) => selectCameras(manager, owner, limit), LISTING);
  }

  async listDays(owner: string, request: DayRequest): Promise<DayCounts> {
    return await this.database.read((manager) => selectDays(manager, owner, request), LISTING);
  }

  async usage(owner: string): Promise<Usage> {
    return await this.database.read((manager) => usage(manager, owner));
  }

  async setQuota(owner: string, quota: number | undefined): Promise<void> {
    await this.database.write((manager) => storeQuota(manager, owner, quota));
  }
}

async function get(manager: Statements, owner: string, id: string): Promise<Image> {
  const [row] = await manager.sql<Rows>`SELECT ${columns} FROM image WHERE id = ${id} AND owner = ${owner}`;
  if (row === undefined) throw new ImageNotFound();
  return toImage(row);
}
