export {
  extensions,
  isWebType,
  type FurtherImageType,
  type ImageType,
  type WebImageType,
} from './library/image-type.js';
export {
  addressOf,
  positionOf,
  type HostedFile,
  type Image,
  type ImageFile,
  type ImageFormat,
} from './library/image.js';
export {
  METADATA_CHOICES,
  type Appearance,
  type CapturePosition,
  type ImageDescription,
  type MetadataChoice,
} from './library/image-description.js';
export {
  abandonedBlobKey,
  imageAdded,
  imageDescribed,
  imageOf,
  imageRemoved,
  imageUpdated,
} from './library/image-events.js';
export { CatalogRules, type CatalogLimits } from './library/catalog-rules.js';
export {
  CatalogRepository,
  type BlobReference,
  type ChangedTags,
  type ImageTotal,
  type TagChangeRequest,
  type Usage,
} from './library/catalog-repository.js';
export { changeTags, parseTagEdit, parseTagSet, type TagChange } from './library/tag-change.js';
export { EditTags, type TaggedImages } from './library/change-tags.js';
export { moved, type Move } from './library/move.js';
export { UpdateImage, type ImageChange } from './library/update-image.js';
export { DeleteImages, type DeletedImages } from './library/delete-images.js';
export { ListImages, parseImageFilter, type ImageFilter } from './library/query/list-images.js';
export { ListFolders, type FolderPage } from './library/query/list-folders.js';
export { ListTags } from './library/query/list-tags.js';
export type { FolderCount, FolderRequest, TagCount, TagRequest } from './library/query/catalog-counts.js';
export {
  foldersOf,
  IMAGE_SORTS,
  matchesQuery,
  nameKey,
  parentOf,
  type ImageCondition,
  type ImageQuery,
  type ImageSort,
} from './library/query/image-query.js';
export {
  formatImagePlace,
  parseImagePlace,
  placeOf,
  toImagePage,
  type ImagePage,
  type ImagePageRequest,
  type ImagePlace,
} from './library/query/image-page.js';
export { fold, searchWords, wordsOf } from './library/query/search-words.js';
export { ReadImage } from './library/read-image.js';
export { DESCRIBE_JOB, DescribeImages, type DescribeReport } from './library/describe-images.js';
export { DeleteImage } from './library/delete-image.js';
export { ListImagesByTag } from './library/list-images-by-tag.js';
export { parseImagePath, MAX_PATH_DEPTH, MAX_SEGMENT_BYTES } from './names/image-path.js';
export { FileName } from './names/file-name.js';
export { normalizeTag, parseTags, MAX_TAGS, MAX_TAG_LENGTH } from './names/tag.js';
export { ReadQuota } from './quota/read-quota.js';
export { parseQuota } from './quota/quota.js';
export { SetQuota } from './quota/set-quota.js';
export { ImageProcessor } from './upload/image-processor.js';
export { UploadImage, type Upload } from './upload/upload-image.js';
export { ReceiveUpload, type ReceivedUpload, type UploadSource } from './upload/receive-upload.js';
export { AdmitUpload } from './upload/admit-upload.js';
export { parseUploadDetails, type ImageDetails, type UploadDetails } from './upload/upload-details.js';
export { BlobAddresses, type AddressTerms } from './delivery/blob-addresses.js';
export { OpenFile, type ServedFile } from './delivery/open-file.js';
export {
  BlobArea,
  perBlobArea,
  type BlobAreaName,
  type ByteRange,
  type NewBlobArea,
  type SetAsideArea,
  type StoredBlob,
} from './store/blob-area.js';
export {
  BlobStore,
  type BlobMove,
  type ImageSource,
  type NewBlob,
  type StagedBlob,
  type StagingPurpose,
} from './store/blob-store.js';
export { BLOB_LIFETIMES_MS } from './store/blob-lifetimes.js';
export { InvalidBlobKey, isBlobKey } from './store/blob-key.js';
export { StoreMarker } from './store/store-marker.js';
export { DeleteRemovedBlobs } from './store/delete-removed-blobs.js';
export { SweepBlobs, MOST_ORPHANS, type SweepOptions, type SweepReport } from './store/sweep-blobs.js';
export { InstallationRepository } from './installation/installation-repository.js';
export { StoreMismatch, type StoreFacts } from './installation/store-mismatch.js';
export { OpenInstallation, type InstallationPorts } from './installation/open-installation.js';
export { SurveyStores, type StoreSurvey } from './installation/survey-stores.js';
export { AdoptStore } from './installation/adopt-store.js';
export { PresetRepository } from './presets/preset-repository.js';
export { parsePresetName, parsePresetQuery, type Preset } from './presets/preset.js';
export { KnownPresets } from './presets/known-presets.js';
export { PutPreset, type SettingsPresets } from './presets/put-preset.js';
export { ReadPresets } from './presets/read-presets.js';
export { RemovePreset } from './presets/remove-preset.js';
export { SigningKeyRepository } from './signing/signing-key-repository.js';
export { MAX_SIGNING_KEYS, type SigningKey } from './signing/signing-key.js';
export { CreateSigningKey, type SigningKeyRequest } from './signing/create-signing-key.js';
export { ListSigningKeys } from './signing/list-signing-keys.js';
export { RevokeSigningKey } from './signing/revoke-signing-key.js';
export { asksForTransform, parseTransform, type Presets, type Query } from './transforms/parse-transform.js';
export { canonicalQuery } from './transforms/canonical-query.js';
export {
  FORMAT_TYPES,
  PLACEHOLDERS,
  type Box,
  type Margins,
  type Point,
  type Position as CropPosition,
  type RenderedType,
  type TextFormat,
  type Transform,
} from './transforms/transform.js';
export { outputType } from './transforms/output-type.js';
export {
  MAX_RENDERED_PIXELS,
  planRender,
  SKETCH_SIDE,
  uprightSize,
  type RenderPlan,
} from './transforms/render-plan.js';
export { hintsUsedBy, withHints, type ClientHints } from './transforms/client-hints.js';
export { LADDER_DPRS, LADDER_QUALITIES, LADDER_SIDES } from './transforms/ladder.js';
export {
  TRANSFORM_POLICIES,
  TransformPolicy,
  type TransformPolicyName,
} from './transforms/transform-policy.js';
export {
  ImageRenderer,
  type Effort,
  type RenderedImage,
  type Rendering,
  type RenderRequest,
} from './transforms/image-renderer.js';
export {
  DerivativeLimits,
  Derivatives,
  type DerivativeTotal,
  type EvictionReport,
} from './transforms/derivatives.js';
export { RenderDerivative, type Derivative, type DerivativeRequest } from './transforms/render-derivative.js';
export { REFINE_JOB, RefineDerivatives } from './transforms/refine-derivatives.js';
export { RenderLoad } from './transforms/render-load.js';
export type { Share } from './transforms/shared-work.js';
export {
  RenderCancelled,
  RendererBusy,
  RendererCrashed,
  RendererKilled,
  RenderTimeout,
  TransformRefused,
  Unrenderable,
} from './transforms/errors.js';
export {
  AddressTaken,
  BlobNotFound,
  FileNotFound,
  FileTooLarge,
  ImageNotFound,
  PresetNotFound,
  PresetReadOnly,
  QuotaExceeded,
  SigningKeyExists,
  SigningKeyLimitReached,
  SigningKeyNotFound,
  TooManyPixels,
  UndecodableImage,
  UnsupportedImageType,
} from './errors.js';
export type { ImageError } from './image-error.js';
