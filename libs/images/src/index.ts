export { extensions, type ImageType } from './image-type.js';
export {
  addressOf,
  positionOf,
  type HostedFile,
  type Image,
  type ImageFile,
  type ImageFormat,
} from './image.js';
export { parseImagePath, MAX_PATH_DEPTH, MAX_SEGMENT_BYTES } from './image-path.js';
export { abandonedBlobKey, imageAdded, imageRemoved } from './image-events.js';
export { FileName } from './file-name.js';
export { normalizeTag, parseTags, MAX_TAGS, MAX_TAG_LENGTH } from './tag.js';
export { CatalogRules, type CatalogLimits } from './catalog-rules.js';
export { CatalogRepository, type BlobReference, type Usage } from './catalog-repository.js';
export {
  BlobArea,
  perBlobArea,
  type BlobAreaName,
  type NewBlobArea,
  type SetAsideArea,
} from './blob-area.js';
export {
  BlobStore,
  type BlobMove,
  type ByteRange,
  type ImageSource,
  type NewBlob,
  type StagedBlob,
  type StoredBlob,
} from './blob-store.js';
export { BLOB_LIFETIMES_MS } from './blob-lifetimes.js';
export { InvalidBlobKey, isBlobKey } from './blob-key.js';
export { StoreMarker } from './store-marker.js';
export { InstallationRepository } from './installation-repository.js';
export { StoreMismatch, type StoreFacts } from './store-mismatch.js';
export { BlobAddresses, type AddressTerms } from './blob-addresses.js';
export { ImageProcessor } from './image-processor.js';
export {
  AddressTaken,
  BlobNotFound,
  FileNotFound,
  FileTooLarge,
  ImageNotFound,
  QuotaExceeded,
  TooManyPixels,
  UndecodableImage,
  UnsupportedImageType,
} from './errors.js';
export { UploadImage, type Upload } from './upload/upload-image.js';
export { ReceiveUpload, type ReceivedUpload, type UploadSource } from './upload/receive-upload.js';
export { AdmitUpload } from './upload/admit-upload.js';
export { parseUploadDetails, type ImageDetails, type UploadDetails } from './upload/upload-details.js';
export { ReadImage } from './use-cases/read-image.js';
export { DeleteImage } from './use-cases/delete-image.js';
export { DeleteRemovedBlobs } from './use-cases/delete-removed-blobs.js';
export { ListImagesByTag } from './use-cases/list-images-by-tag.js';
export { ReadQuota } from './use-cases/read-quota.js';
export { parseQuota } from './quota.js';
export { SetQuota } from './use-cases/set-quota.js';
export { OpenFile, type ServedFile } from './use-cases/open-file.js';
export { SweepBlobs, MOST_ORPHANS, type SweepOptions, type SweepReport } from './use-cases/sweep-blobs.js';
export { OpenInstallation, type InstallationPorts } from './use-cases/open-installation.js';
export { SurveyStores, type StoreSurvey } from './use-cases/survey-stores.js';
export { AdoptStore } from './use-cases/adopt-store.js';
export type { ImageError } from './image-error.js';
