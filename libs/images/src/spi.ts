export { normalizeTag, parseTags } from './names/tag.js';
export { Derivatives } from './transforms/derivatives.js';
export { isCompletelyDescribed } from './image/image-description.js';
export { hostedFileOf, positionOf, type ImageFile, type ImageFormat } from './image/image.js';
export {
  isSameEdit,
  turnBetween,
  type CropFractions,
  type ImageEdit,
  type ShownFormat,
} from './image/image-edit.js';
export { type PhotoDetails, type PhotoPosition } from './image/photo-details.js';
export { isServable, readServed } from './delivery/served-bytes.js';
export { trashedAlbum, trashedImage } from './trash/entries.js';
export {
  announcesDescription,
  imageAdded,
  imageDescribed,
  imageRemoved,
  imageUpdated,
} from './image/image-events.js';
export {
  CatalogRepository,
  type AddedBytes,
  type DescribedImage,
  type SameBytes,
  type BlobReference,
  type ChangedImages,
  type ImageRestoring,
  type KeptAddresses,
  type ImageTotal,
  type TagChangeRequest,
  type Usage,
  type ByteTerms,
} from './catalog/catalog-repository.js';
export {
  MAX_KNOWN_FILES,
  hasBytes,
  isSame,
  uploadOf,
  type ComparedBytes,
  type CopyTerms,
  type KnownFile,
} from './catalog/known-files.js';
export {
  AlbumRepository,
  type AlbumAddition,
  type AlbumImages,
  type Placement,
} from './albums/album-repository.js';
export {
  ContributionRepository,
  type Approval,
  type LinkAdded,
  type LinkAddition,
} from './contributions/contribution-repository.js';
export { albumCreated, albumDeleted, albumUpdated, type AlbumKey } from './albums/album.js';
export { numberedPlace, placesBetween } from './albums/places.js';
export { ByteQuotaRepository, type ByteReservation, type ByteUsage } from './quota/byte-quota-repository.js';
export {
  FOLDER_METADATA,
  FolderDefaultRepository,
  foldersAbove,
  nearestOf,
} from './folders/folder-default-repository.js';
export {
  changeTags,
  changeTaken,
  type DetailsChange,
  type TakenChange,
  type VisibilityChange,
  updated,
  type ImageUpdate,
} from './catalog/image-changes.js';
export type {
  CameraCount,
  DayCount,
  DayCounts,
  DayRequest,
  FolderCount,
  FolderRequest,
  TagCount,
  TagRequest,
} from './catalog/query/catalog-counts.js';
export {
  comparableHashes,
  hashDistance,
  likeness,
  MAX_DCT_DISTANCE,
  MAX_HASH_DISTANCE,
  partsNear,
  hashParts,
  type ComparableHashes,
  type HashPart,
} from './look-alikes/perceptual-hash.js';
export {
  completeGroups,
  gatherGroups,
  lookAlikePosition,
  MAX_LOOK_ALIKES,
  MAX_PAIRS,
  type LookAlikeGroup,
  type LookAlikePair,
} from './look-alikes/look-alike-group.js';
export { LookAlikeRepository } from './look-alikes/look-alike-repository.js';
export {
  IMAGE_SORTS,
  LACKINGS,
  matchesQuery,
  nameKey,
  parentOf,
  type ImageSort,
} from './catalog/query/image-query.js';
export {
  placeOf,
  toImagePage,
  type ImagePage,
  type ImagePageRequest,
  type ImagePlace,
} from './catalog/query/image-page.js';
export { FIRST_TAKEN_KEY, takenDay, takenKey } from './image/taken.js';
export { boxAround, EARTH_RADIUS_METERS } from './image/photo-place.js';
export { fold, searchWords } from './catalog/query/search-words.js';
export { FileName } from './names/file-name.js';
export {
  PreparedUploadRepository,
  type PreparedBlob,
  type PreparedBlobRequest,
} from './upload/prepared-upload-repository.js';
export { ImageProcessor } from './upload/image-processor.js';
export { BlobAddresses } from './delivery/blob-addresses.js';
export { BlobArea, perBlobArea, type BlobAreaName, type StoredBlob } from './store/blob-area.js';
export { BlobStore, type BlobMove, type ImageSource, type StagingPurpose } from './store/blob-store.js';
export { blobsAndReferences, blobsIn } from './store/blobs-and-references.js';
export { BLOB_LIFETIMES_MS } from './store/sweep-blobs.js';
export { StoreMarker } from './store/store-marker.js';
export { formatMarker, parseMarker } from './installation/installation.js';
export { InstallationRepository } from './installation/installation-repository.js';
export { PresetRepository } from './presets/preset-repository.js';
export { SigningKeyRepository, MAX_SIGNING_KEYS, type SigningKey } from './signing/signing-key-repository.js';
export {
  PLACEHOLDERS,
  type Box,
  type Position as CropPosition,
  type TextFormat,
} from './transforms/transform.js';
export { editBox, planRender, SKETCH_SIDE, type RenderPlan } from './transforms/render-plan.js';
export {
  ImageRenderer,
  type Effort,
  type RenderedImage,
  type Rendering,
  type RenderRequest,
} from './transforms/image-renderer.js';
