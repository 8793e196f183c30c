import { edited, possibleFacts, timeInName, writtenEdits } from '@cairn/image-structure';
import { Clock, IdGenerator, InvalidInput, type PortsOf } from '@cairn/kernel';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { FolderDefaultRepository } from '../folders/folder-default-repository.js';
import { possibleEdit } from '../image/image-edit.js';
import type { ImageDescription, MetadataChoice } from '../image/image-description.js';
import { UNCUT_TYPES } from '../image/image-type.js';
import type { Image, ImageFile } from '../image/image.js';
import { cleanPhotoDetails, type PhotoDetails } from '../image/photo-details.js';
import type { Visibility } from '../image/visibility.js';
import { cleanTags } from '../names/clean-tags.js';
import { FileName } from '../names/file-name.js';
import { BlobStore, type StagedBlob } from '../store/blob-store.js';
import type { ReceivedUpload } from './receive-upload.js';
import { parseUploadDetails, type ExistingChoice, type UploadDetails } from './upload-details.js';

/** The length of an image identifier: 131 bits. */
export const IMAGE_ID_LENGTH = 22;
const BLOB_KEY_LENGTH = 32;

/** An image whose bytes are stored durably, and that no catalog has yet. Plain data: another process may record it. */
export interface PreparedUpload {
  /** Its file name is the one that it gets if that is free. */
  readonly image: Image;
  /** The name that it had in another installation. */
  readonly keptName?: string | undefined;
  /** The room that is reserved for its bytes, if its owner has a quota in bytes. */
  readonly reservation?: string | undefined;
  /** What to do if the same bytes are at its path already. */
  readonly existing?: ExistingChoice | undefined;
  /** The hash of an image that must not be taken for this one, as `uncutHash` says. */
  readonly uncut?: string | undefined;
  readonly tagging?: UploadDetails['tagging'];
}

/** Stores the bytes of a received image durably under a new key, without private metadata. */
export class StoreUpload {
  static readonly ports = {
    folderDefaults: FolderDefaultRepository,
    blobs: BlobStore,
    rules: CatalogRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof StoreUpload.ports>) {}

  /**
   * Ends the upload, unless the details are invalid: then it may be stored with other details. `announce` is called with the key
   * before there are bytes under it.
   * @throws {InvalidInput} naming every fault of the details.
   */
  async execute(
    received: ReceivedUpload,
    details: UploadDetails,
    announce: (blobKey: string) => Promise<void> = async () => undefined,
  ): Promise<PreparedUpload> {
    const { clock, ids } = this.ports;
    const { owner, format, keyId, addedBy, room } = received;
    const { former, tagging } = details;
    const { existing, ...given } = parseUploadDetails(details);
    const { metadata: choice, takenAt, lastModified, said, ...parsed } = given;
    const { visibility, metadata } = await this.withDefaults(owner, { ...parsed, metadata: choice });
    const blobKey = ids.next(BLOB_KEY_LENGTH);
    const { blob, served, removed } = await this.prepared(received, metadata);
    try {
      await announce(blobKey);
      await blob.commit({ area: 'originals', key: blobKey, contentType: format.contentType });
      await received.blob.discard();
    } finally {
      await blob.discard();
    }
    const change = details.edit ?? former?.edit;
    const edit = change && possibleEdit(format, change);
    const now = clock.now();
    const nameTime = timeInName(details.name);
    const image = {
      id: former?.id ?? received.id ?? ids.next(IMAGE_ID_LENGTH),
      owner,
      ...parsed,
      ...(former === undefined && remarksIn(received, { tags: parsed.tags, metadata })),
      ...said,
      visibility,
      ...(addedBy !== undefined && { addedBy }),
      ...(typeof takenAt === 'string' && { takenAt }),
      fileName: FileName.from(details.name, format.contentType).plain(),
      file: { ...format, blobKey, ...served, ...(edit && { edit }) },
      description: former?.description
        ? withPossibleFacts(former.description)
        : {
            uploadSha256: received.blob.sha256,
            removed,
            ...(removed.length > 0 && { uploadSizeInBytes: received.blob.sizeInBytes }),
            ...possibleFacts(details.facts ?? {}),
            ...received.metadata.facts,
            ...(keyId !== undefined && { keyId }),
            ...(nameTime !== undefined && { timeInName: nameTime }),
            ...(lastModified !== undefined && { fileModifiedAt: lastModified }),
          },
      createdAt: former?.createdAt ?? now,
      updatedAt: former?.updatedAt ?? now,
    };
    const keepsName = former !== undefined && FileName.fits(former.fileName, format.contentType);
    return {
      image,
      reservation: room?.id,
      ...(keepsName && { keptName: former.fileName }),
      ...(existing && { existing, uncut: uncutHash(received, choice) }),
      ...(tagging && { tagging }),
    };
  }

  /** What the upload does not say is as its folder has it, or else the rules. */
  private async withDefaults(owner: string, { path, ...said }: SaidOfUpload): Promise<DecidedOfUpload> {
    const { folderDefaults, rules } = this.ports;
    const isAllSaid = said.visibility !== undefined && said.metadata !== undefined;
    const ofFolder = isAllSaid ? undefined : await folderDefaults.findNearest(owner, path);
    return {
      visibility: said.visibility ?? ofFolder?.visibility ?? rules.visibility,
      metadata: said.metadata ?? ofFolder?.metadata ?? rules.metadata,
    };
  }

  /** The bytes to store and to serve, and the metadata removed from what is served. */
  private async prepared(
    { blob, format, metadata }: ReceivedUpload,
    choice: MetadataChoice,
  ): Promise<Prepared> {
    if (choice !== 'keep' && UNCUT_TYPES.includes(format.contentType)) throw cannotBeCut(format.contentType);
    const edits = choice === 'keep' ? [] : metadata.editsFor(format.orientation);
    if (edits.length === 0) return { blob, served: digestOf(blob), removed: [] };
    const cut = await this.ports.blobs.stage(edited(blob.read(), edits), Infinity);
    const removed = metadata.kinds;
    if (choice === 'remove') return { blob: cut, served: digestOf(cut), removed };
    await cut.discard(); // it was made for its digest
    const whole = { ...digestOf(blob), edits: writtenEdits(edits, blob.sizeInBytes) };
    return { blob, served: { ...digestOf(cut), whole }, removed };
  }
}

/** What folders may have a default for. */
interface DecidedOfUpload {
  readonly visibility: Visibility;
  readonly metadata: MetadataChoice;
}

type SaidOfUpload = { readonly path: string } & {
  readonly [Name in keyof DecidedOfUpload]: DecidedOfUpload[Name] | undefined;
};

/**
 * The hash of the whole upload if it says that its metadata is to be cut out: an image that is served with these bytes tells more
 * than was asked for.
 */
export function uncutHash(
  { blob, format, metadata }: ReceivedUpload,
  choice: MetadataChoice | undefined,
): string | undefined {
  const isCut = choice !== undefined && choice !== 'keep' && metadata.editsFor(format.orientation).length > 0;
  return isCut ? blob.sha256 : undefined;
}

interface Prepared extends Pick<ImageDescription, 'removed'> {
  /** What is stored. */
  readonly blob: StagedBlob;
  readonly served: Pick<ImageFile, 'sizeInBytes' | 'sha256' | 'whole'>;
}

const digestOf = ({ sizeInBytes, sha256 }: StagedBlob): Pick<StagedBlob, 'sizeInBytes' | 'sha256'> => ({
  sizeInBytes,
  sha256,
});

/**
 * What somebody wrote into the file, as far as it can be stored. Its tags are added to those of the upload, unless metadata is removed
 * for good: tags may name people, and are shown wherever images are listed. Whether a photo is a favourite, and how good it is, is for the
 * account to say: that of a guest's file is left out.
 */
function remarksIn(
  { metadata, addedBy }: Pick<ReceivedUpload, 'metadata' | 'addedBy'>,
  { tags: given, metadata: choice }: Pick<Image, 'tags'> & Pick<DecidedOfUpload, 'metadata'>,
): PhotoDetails & Pick<Image, 'tags'> {
  const { tags: found, ...remarks } = metadata.remarks;
  const { favourite, rating, ...texts } = cleanPhotoDetails(remarks);
  const isOfGuest = addedBy?.startsWith('link:') === true;
  const judged = { ...(favourite && { favourite }), ...(rating !== undefined && { rating }) };
  const taken = choice === 'remove' ? [] : cleanTags(found, given).tags;
  const others = taken.filter((tag) => !given.includes(tag));
  return { ...texts, ...(!isOfGuest && judged), tags: [...given, ...others] };
}

/** The record is not trusted: anybody may have written or changed it. */
function withPossibleFacts(description: ImageDescription): ImageDescription {
  const { capturedAt, camera, position, timeInName: inName, fileModifiedAt, ...rest } = description;
  const { capturedAt: nameTime } = possibleFacts({ capturedAt: inName });
  const { capturedAt: fileTime } = possibleFacts({ capturedAt: fileModifiedAt });
  return {
    ...rest,
    ...possibleFacts({ capturedAt, camera, position }),
    ...(nameTime !== undefined && { timeInName: nameTime }),
    ...(fileTime !== undefined && { fileModifiedAt: fileTime }),
  };
}

function cannotBeCut(type: string): InvalidInput {
  const detail = `Metadata cannot be cut out of ${type}: send the file with \`metadata=keep\`, or as another type.`;
  return new InvalidInput([{ pointer: '/metadata', code: 'cannot-be-removed', detail }]);
}
