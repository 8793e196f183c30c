import {
  ManualClock,
  MemoryCatalogRepository,
  MemoryFolderDefaultRepository,
  MemoryImageProcessor,
  SequenceIdGenerator,
} from '@cairn/adapter-memory';
import {
  CatalogRules,
  DeleteImage,
  UploadImage,
  type Image,
  type NewBlob,
  type StagedBlob,
} from '@cairn/images';
import { TrashRules } from '@cairn/kernel';
import type { BlobStore } from '@cairn/images/spi';
import { NoiseImage } from '../images/noise-image.js';
import type { RecordedDisk } from './recorded-disk.js';

const SMALL_SIDE = 20;
const LARGE_SIDE = 640; // more bytes than are held in memory
const PIECE_BYTES = 64 * 1024;

/** How staged bytes are committed. */
export type Commit = (staged: StagedBlob, blob: NewBlob) => Promise<void>;

/** Uploads a small image, a large one and one with metadata, and deletes the small one. */
export async function uploadAndDelete(disk: RecordedDisk, store: BlobStore, commit: Commit): Promise<void> {
  const catalog = new ExpectingCatalog(disk);
  const ports = {
    blobs: committing(disk, store, commit),
    catalog,
    byteQuotas: catalog.byteQuotas,
    folderDefaults: new MemoryFolderDefaultRepository(),
    processor: new MemoryImageProcessor(),
    clock: new ManualClock(),
    ids: new SequenceIdGenerator(),
    rules: new CatalogRules({}),
    trash: new TrashRules(0),
  };
  const upload = new UploadImage(ports);
  const uploadOf = (bytes: Uint8Array): Promise<Image> =>
    upload.execute({
      owner: 'alice',
      bytes: pieces(bytes),
      details: async () => ({ name: 'photo.png' }),
    });
  const { id } = await uploadOf(NoiseImage.ofSide(SMALL_SIDE).with(''));
  await uploadOf(NoiseImage.ofSide(LARGE_SIDE).with(''));
  await uploadOf(NoiseImage.ofSide(LARGE_SIDE).described('cut out'));
  await new DeleteImage(ports).execute('alice', id);
}

/** Records that an image's bytes must be found as soon as the catalog may contain it. */
class ExpectingCatalog extends MemoryCatalogRepository {
  constructor(private readonly disk: RecordedDisk) {
    super();
  }

  override async add(image: Image, quota: number): Promise<void> {
    this.disk.note({ kind: 'expected', key: image.file.blobKey, states: [stateOf(image)] });
    await super.add(image, quota);
  }

  override async remove(owner: string, id: string): Promise<Image> {
    const image = await super.remove(owner, id);
    this.disk.note({ kind: 'expected', key: image.file.blobKey, states: [stateOf(image), 'absent'] });
    return image;
  }
}

function stateOf({ file }: Image): string {
  return `stored ${file.sha256}`;
}

/** The store with a different `commit`. */
function committing(disk: RecordedDisk, store: BlobStore, commit: Commit): BlobStore {
  const stage: BlobStore['stage'] = async (bytes, limit, purposeOf) => {
    const staged = await store.stage(bytes, limit, purposeOf);
    return Object.assign(Object.create(staged) as StagedBlob, {
      commit: (blob: NewBlob) => {
        disk.note({ kind: 'expected', key: blob.key, states: ['absent', `stored ${staged.sha256}`] });
        return commit(staged, blob);
      },
      discard: () => staged.discard(),
    });
  };
  return Object.assign(Object.create(store) as BlobStore, { stage });
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
