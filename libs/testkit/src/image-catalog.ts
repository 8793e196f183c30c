import { strict as assert } from 'node:assert';
import {
  CatalogRules,
  DeleteImage,
  ListImagesByTag,
  OpenFile,
  ReadImage,
  ReadQuota,
  SetQuota,
  SweepBlobs,
  UploadImage,
  type BlobStore,
  type CatalogLimits,
  type CatalogRepository,
  type ImageProcessor,
  type Upload,
  type UploadDetails,
} from '@cairn/images';
import type { Clock, IdGenerator } from '@cairn/kernel';
import { HOUR_MS, inPieces } from './blob-bytes.js';
import { fixtures } from './image-fixtures.js';

/** Everything that the image catalog asks of the world. */
export interface ImageCatalogPorts {
  readonly catalog: CatalogRepository;
  readonly blobs: BlobStore;
  readonly processor: ImageProcessor;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** The use cases of the image catalog. */
export interface ImageCatalog {
  readonly upload: UploadImage;
  readonly read: ReadImage;
  readonly remove: DeleteImage;
  readonly list: ListImagesByTag;
  readonly readQuota: ReadQuota;
  readonly setQuota: SetQuota;
  readonly openFile: OpenFile;
  readonly sweep: SweepBlobs;
}

/** The use cases over these ports, with the default limits where none are given. */
export function imageCatalog(ports: ImageCatalogPorts, limits: Partial<CatalogLimits> = {}): ImageCatalog {
  const all = { ...ports, rules: new CatalogRules(limits) };
  return {
    upload: new UploadImage(all),
    read: new ReadImage(all),
    remove: new DeleteImage(all),
    list: new ListImagesByTag(all),
    readQuota: new ReadQuota(all),
    setQuota: new SetQuota(all),
    openFile: new OpenFile(all),
    sweep: new SweepBlobs(all),
  };
}

/** An upload of a small JPEG by alice, tagged `sea`. */
export function anUpload(
  given: Partial<Omit<Upload, 'bytes' | 'details'>> & {
    readonly bytes?: Uint8Array;
    readonly details?: UploadDetails;
  } = {},
): Upload {
  const { bytes = fixtures.jpeg.bytes, details = { path: 'holiday', tags: ['sea'] }, ...rest } = given;
  return {
    owner: 'alice',
    name: 'photo.jpg',
    ...rest,
    bytes: inPieces(bytes, 64),
    details: async () => details,
  };
}

/** Fails unless there are exactly so many blobs, all needed by an image, and nothing staged. */
export async function assertStored(
  { blobs, catalog, clock }: ImageCatalogPorts,
  count: number,
): Promise<void> {
  const stored = await blobs.area('originals').list(1_000, undefined);
  const needed = await catalog.listBlobs(1_000, undefined);
  assert.deepEqual(
    stored.map((blob) => blob.key),
    needed.map((reference) => reference.blobKey),
  );
  assert.equal(stored.length, count);
  assert.equal(await blobs.discardStagedBefore(clock.now() + HOUR_MS), 0, 'something is staged still');
}
