import { edited, possibleFacts } from '@cairn/image-structure';
import { InvalidInput, StorageFull, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { BlobStore, type StagedBlob } from '../store/blob-store.js';
import { UNCUT_TYPES } from '../image/image-type.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { FolderDefaultRepository } from '../folders/folder-default-repository.js';
import { AddressTaken, ByteQuotaExceeded, QuotaExceeded } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { addressOf, type Image } from '../image/image.js';
import type { ImageDescription, MetadataChoice } from '../image/image-description.js';
import type { Visibility } from '../image/visibility.js';
import type { ByteRoom } from '../quota/byte-room.js';
import { ignoreDeleteFailure } from '../store/sweep-blobs.js';
import type { ReceivedUpload } from './receive-upload.js';
import { parseUploadDetails, type UploadDetails } from './upload-details.js';

/** The length of an image identifier: 131 bits. */
export const IMAGE_ID_LENGTH = 22;
const BLOB_KEY_LENGTH = 32;

/** Which names an image may get, and where its bytes are counted. */
interface Naming {
  readonly name: FileName;
  readonly room: ByteRoom | undefined;
  /** The name that it had in another installation. */
  readonly kept?: string;
}

/**
 * Adds a received image to its owner's catalog. First stores the bytes durably under a new key, without private
 * metadata; then adds the record.
 */
export class AdmitUpload {
  static readonly ports = {
    catalog: CatalogRepository,
    folderDefaults: FolderDefaultRepository,
    blobs: BlobStore,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof AdmitUpload.ports>) {}

  /**
   * Ends the upload, unless the details are invalid: then it may be admitted with other details.
   * @throws {InvalidInput} naming every fault of the details.
   * @throws {QuotaExceeded} {ByteQuotaExceeded} when the quota was used up meanwhile.
   */
  async execute(received: ReceivedUpload, details: UploadDetails): Promise<Image> {
    const { clock, ids } = this.ports;
    const { owner, format, keyId, addedBy, room } = received;
    const { former } = details;
    const { metadata = this.ports.rules.metadata, ...parsed } = parseUploadDetails(details);
    const visibility = parsed.visibility ?? (await this.defaultVisibility(owner, parsed.path));
    const blobKey = ids.next(BLOB_KEY_LENGTH);
    const { blob, removed } = await this.prepared(received, metadata);
    try {
      await blob.commit({ area: 'originals', key: blobKey, contentType: format.contentType });
      await received.blob.discard();
    } finally {
      await blob.discard();
    }
    const now = clock.now();
    const name = FileName.from(details.name, format.contentType);
    try {
      const kept = former !== undefined && FileName.fits(former.fileName, format.contentType);
      const image = await this.add(
        { name, room, ...(kept && { kept: former.fileName }) },
        {
          id: former?.id ?? received.id ?? ids.next(IMAGE_ID_LENGTH),
          owner,
          ...parsed,
          visibility,
          ...(addedBy !== undefined && { addedBy }),
          fileName: name.plain(),
          file: { ...format, blobKey, sizeInBytes: blob.sizeInBytes, sha256: blob.sha256 },
          description: former?.description
            ? withPossibleFacts(former.description)
            : {
                uploadSha256: received.blob.sha256,
                removed,
                ...possibleFacts(details.facts ?? {}),
                ...received.metadata.facts,
                ...(keyId !== undefined && { keyId }),
              },
          createdAt: former?.createdAt ?? now,
          updatedAt: former?.updatedAt ?? now,
        },
      );
      room?.end();
      return image;
    } catch (error) {
      // Only these errors guarantee that nothing was stored. After any other failure, the sweep decides.
      if (
        error instanceof QuotaExceeded ||
        error instanceof ByteQuotaExceeded ||
        error instanceof StorageFull
      )
        await this.ports.blobs.area('originals').delete(blobKey).catch(ignoreDeleteFailure);
      throw error;
    }
  }

  private async defaultVisibility(owner: string, path: string): Promise<Visibility> {
    return (await this.ports.folderDefaults.findNearest(owner, path))?.visibility ?? 'public';
  }

  /** The bytes to serve, and the metadata removed from them. */
  private async prepared(
    { blob, format, metadata }: ReceivedUpload,
    choice: MetadataChoice,
  ): Promise<{ readonly blob: StagedBlob } & Pick<ImageDescription, 'removed'>> {
    if (choice === 'remove' && UNCUT_TYPES.includes(format.contentType))
      throw cannotBeCut(format.contentType);
    const edits = choice === 'keep' ? [] : metadata.editsFor(format.orientation);
    if (edits.length === 0) return { blob, removed: [] };
    const cut = await this.ports.blobs.stage(edited(blob.read(), edits), Infinity);
    return { blob: cut, removed: metadata.kinds };
  }

  private async add({ name, room, kept }: Naming, image: Image): Promise<Image> {
    const takes = (fileName: string): Promise<boolean> => this.takes({ ...image, fileName }, room);
    if (kept !== undefined && (await takes(kept))) return { ...image, fileName: kept };
    if (image.visibility !== 'public') return await this.addUnguessable(name, image, takes);
    if (await takes(image.fileName)) return image;
    const former = await this.formerName(name, image);
    let fileName = former ?? this.suffixed(name);
    while (!(await takes(fileName))) fileName = this.suffixed(name);
    return { ...image, fileName };
  }

  /** Does not even try the plain name: an uploader who finds it taken would learn that the image exists. */
  private async addUnguessable(
    name: FileName,
    image: Image,
    takes: (fileName: string) => Promise<boolean>,
  ): Promise<Image> {
    for (;;) {
      const fileName = name.unguessable((length) => this.ports.ids.next(length));
      if (await takes(fileName)) return { ...image, fileName };
    }
  }

  private async takes(image: Image, room: ByteRoom | undefined): Promise<boolean> {
    const { catalog, rules, clock } = this.ports;
    const bytes = room?.added() ?? { defaultQuota: rules.byteQuota, now: clock.now() };
    try {
      await catalog.add(image, rules.imageQuota, bytes);
      return true;
    } catch (error) {
      if (error instanceof AddressTaken) return false;
      throw error;
    }
  }

  /** The suffixed name that the same bytes of the owner had before at the same place. */
  private async formerName(name: FileName, image: Image): Promise<string | undefined> {
    const folder = addressOf({ ...image, fileName: '' });
    const freed = await this.ports.catalog.freedAddresses(image);
    return freed
      .filter((address) => address.startsWith(folder))
      .map((address) => address.slice(folder.length))
      .find((fileName) => name.isSuffixedAs(fileName));
  }

  private suffixed(name: FileName): string {
    return name.suffixed((length) => this.ports.ids.next(length));
  }
}

/** The record is not trusted: anybody may have written or changed it. */
function withPossibleFacts({ capturedAt, camera, position, ...rest }: ImageDescription): ImageDescription {
  return { ...rest, ...possibleFacts({ capturedAt, camera, position }) };
}

function cannotBeCut(type: string): InvalidInput {
  const detail = `Metadata cannot be cut out of ${type}: send the file with \`metadata=keep\`, or as another type.`;
  return new InvalidInput([{ pointer: '/metadata', code: 'cannot-be-removed', detail }]);
}
