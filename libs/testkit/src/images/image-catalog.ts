import { assert } from '../assert.js';
import {
  AdmitUpload,
  CatalogRules,
  DeleteImage,
  ListImagesByTag,
  OpenFile,
  ReadImage,
  ReadQuota,
  ReceiveUpload,
  SetQuota,
  SweepBlobs,
  UpdateImage,
  UploadImage,
  type Image,
  type ImageDetails,
  type Upload,
  type CatalogLimits,
} from '@cairn/images';
import type {
  BlobStore,
  ByteQuotaRepository,
  CatalogRepository,
  FolderDefaultRepository,
  ImageProcessor,
} from '@cairn/images/spi';
import { TrashRules, type Clock, type IdGenerator } from '@cairn/kernel';
import { HOUR_MS, inPieces } from '../blobs/blob-bytes.js';
import { fixtures } from './image-fixtures.js';

/** The ports that the image catalog needs. */
export interface ImageCatalogPorts {
  readonly catalog: CatalogRepository;
  readonly byteQuotas: ByteQuotaRepository;
  readonly folderDefaults: FolderDefaultRepository;
  readonly blobs: BlobStore;
  readonly processor: ImageProcessor;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** The use cases of the image catalog. */
export interface ImageCatalog {
  readonly upload: UploadImage;
  readonly receive: ReceiveUpload;
  readonly admit: AdmitUpload;
  readonly read: ReadImage;
  readonly update: UpdateImage;
  readonly remove: DeleteImage;
  readonly list: ListImagesByTag;
  readonly readQuota: ReadQuota;
  readonly setQuota: SetQuota;
  readonly openFile: OpenFile;
  readonly sweep: SweepBlobs;
}

/** Creates the use cases over these ports, with the default limits unless others are given, and without a trash. */
export function imageCatalog(ports: ImageCatalogPorts, limits: Partial<CatalogLimits> = {}): ImageCatalog {
  const all = { ...ports, rules: new CatalogRules(limits), trash: new TrashRules(0) };
  return {
    upload: new UploadImage(all),
    receive: new ReceiveUpload(all),
    admit: new AdmitUpload(all),
    read: new ReadImage(all),
    update: new UpdateImage(all),
    remove: new DeleteImage(all),
    list: new ListImagesByTag(all),
    readQuota: new ReadQuota(all),
    setQuota: new SetQuota(all),
    openFile: new OpenFile(all),
    sweep: new SweepBlobs(all),
  };
}

/** An upload of a small JPEG by alice, `photo.jpg`, tagged `sea`. */
export function anUpload(
  given: {
    readonly owner?: string;
    readonly addedBy?: string;
    readonly name?: string;
    readonly bytes?: Uint8Array;
    readonly details?: ImageDetails;
  } = {},
): Upload {
  const { owner = 'alice', addedBy, name = 'photo.jpg', bytes = fixtures.jpeg.bytes } = given;
  const { details = { path: 'holiday', tags: ['sea'] } } = given;
  return { owner, addedBy, bytes: inPieces(bytes, 64), details: async () => ({ name, ...details }) };
}

/** Fails unless there are exactly `count` blobs, each needed by an image, and nothing is staged. */
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

/** That an image is the same, but for what the background has found out about its pixels meanwhile. */
export function assertSameImage(image: Image, expected: Image): void {
  const withoutAppearance = ({ description, ...rest }: Image): unknown => {
    const { appearance: _, ...known } = description ?? {};
    return { ...rest, description: known };
  };
  assert.deepEqual(withoutAppearance(image), withoutAppearance(expected));
}
