export { OpenRemovedFile, type RemovedFile } from './trash/open-removed-file.js';
export {
  extensions,
  isWebType,
  standsUpright,
  WEB_TYPES,
  type OptionalImageType,
  type WebImageType,
  type ImageType,
} from './image/image-type.js';
export { addressOf, storedFile, type HostedFile, type Image, type WholeFile } from './image/image.js';
export { VISIBILITIES, type Visibility } from './image/visibility.js';
export { METADATA_CHOICES, type ImageDescription } from './image/image-description.js';
export { imageOf } from './image/image-events.js';
export { CatalogRules, type CatalogLimits } from './catalog/catalog-rules.js';
export {
  ChangeDetails,
  ChangeTaken,
  ChangeVisibility,
  EditTags,
  UpdateImage,
  type TakenTimes,
} from './library/update-images.js';
export { DeleteImages, DeleteImage } from './library/delete-images.js';
export { ListImages, type ImageFilter, ListImagesByTag, ReadImage } from './library/read-images.js';
export { CopyImage, type ImageCopy } from './upload/copy-image.js';
export {
  FindKnownFiles,
  MAX_ASKED_FILES,
  type AskedFiles,
  type KnownFiles,
} from './library/find-known-files.js';
export { ListFolders } from './library/list-folders.js';
export { DismissLookAlikes, ListLookAlikes, RecallLookAlikes } from './look-alikes/review-look-alikes.js';
export { BETTER_REASONS, type BetterReason, type Proposal } from './look-alikes/better-image.js';
export { ListTags } from './library/list-tags.js';
export { ListCameras, ListDays, MAX_DAYS, type DayPage } from './library/list-days.js';
export { takenOf, type Taken, type TakenFrom } from './image/taken.js';
export { cameraOf, type Box, type Circle } from './image/photo-place.js';
export {
  foldersOf,
  type ImageCondition,
  type ImageQuery,
  type ImageSort,
  type Lacking,
} from './catalog/query/image-query.js';
export { formatImagePlace, parseImagePlace, placeOf, type ImagePlace } from './catalog/query/image-page.js';
export { DESCRIBE_JOB, DescribeImages } from './library/describe-images.js';
export {
  ALBUM_ORDERS,
  type Album,
  type AlbumChange,
  type AlbumOrder,
  type AlbumQuery,
  type FilledAlbum,
} from './albums/album.js';
export { ALBUM_ID_LENGTH, CreateAlbum, type NewAlbum, type PlacedImages } from './albums/create-album.js';
export { ReadAlbums, type AlbumPage } from './albums/read-albums.js';
export { ReadSelection, type ImageSelection, type SelectionTitle } from './albums/read-selection.js';
export { ChangeAlbum } from './albums/change-album.js';
export { RestoreAlbum, type RestoredAlbum, RestoreImage, type RestoredImage } from './trash/restore.js';
export type { FolderDefault, FolderMetadata } from './folders/folder-default-repository.js';
export {
  ReadFolderDefaults,
  SetFolderDefault,
  type FolderDefaultChange,
} from './folders/manage-folder-defaults.js';
export { FileName } from './names/file-name.js';
export { cleanImagePath, parseImagePath } from './names/image-path.js';
export type { ExpectedSize } from './quota/byte-room.js';
export { ReadByteQuota, ReadQuota, parseQuota, SetQuota, SetByteQuota } from './quota/quotas.js';
export { UploadImage, type Upload } from './upload/upload-image.js';
export {
  ContributeImage,
  type Contribution,
  type ContributionPlace,
  type GuestLink,
} from './upload/contribute-image.js';
export {
  isWithin,
  type ContributedPlace,
  type WaitingFilter,
  type WaitingImage,
} from './contributions/contribution.js';
export { parseGuestName, type Guest } from './image/guest.js';
export { ReviewContributions, type Approved } from './contributions/review-contributions.js';
export { discardUpload, ReceiveUpload } from './upload/receive-upload.js';
export { AdmitUpload } from './upload/admit-upload.js';
export { ReadUploadLimits, type UploadLimits } from './upload/read-upload-limits.js';
export { IMAGE_ID_LENGTH, type PreparedUpload } from './upload/store-upload.js';
export { PrepareUpload } from './upload/prepare-upload.js';
export { RecordUpload } from './upload/record-upload.js';
export { DiscardPrepared } from './upload/discard-prepared.js';
export type { ImageSettings } from './catalog/image-changes.js';
export {
  parseUploadDetails,
  type ExistingChoice,
  type FormerRecord,
  type ImageDetails,
  type UploadDetails,
} from './upload/upload-details.js';
export type { AddressTerms } from './delivery/blob-addresses.js';
export {
  composeEdit,
  editChangeOf,
  withoutEdit,
  type CropFractions,
  possibleEdit,
  type EditChange,
  type ImageEdit,
  type ShownFormat,
} from './image/image-edit.js';
export { photoPositionOf } from './image/image.js';
export {
  cleanPhotoDetails,
  MAX_CAPTION_LENGTH,
  MAX_PHOTO_TITLE_LENGTH,
  type PhotoDetails,
} from './image/photo-details.js';
export { OpenFile, type ServedFile, type Viewer } from './delivery/open-file.js';
export type { ByteRange, NewBlobArea } from './store/blob-area.js';
export type { NewBlob, StagedBlob } from './store/blob-store.js';
export { InvalidBlobKey, isBlobKey } from './store/blob-key.js';
export { SweepBlobs, MOST_ORPHANS, type SweepOptions, type SweepReport } from './store/sweep-blobs.js';
export { StoreMismatch } from './installation/store-mismatch.js';
export { OpenInstallation, type InstallationPorts } from './installation/open-installation.js';
export { SurveyStores, type StoreSurvey, AdoptStore } from './installation/adopt-store.js';
export { ReadInstallationKey } from './installation/read-installation-key.js';
export { RestoredCopy } from './installation/restored-copy.js';
export { parsePresetName, parsePresetQuery, type Preset } from './presets/preset.js';
export { PresetCache } from './presets/preset-cache.js';
export { PutPreset, ReadPresets, RemovePreset } from './presets/manage-presets.js';
export { CreateSigningKey, ListSigningKeys, RevokeSigningKey } from './signing/manage-signing-keys.js';
export { asksForTransform, parseTransform, type Presets, type Query } from './transforms/parse-transform.js';
export { canonicalQuery } from './transforms/canonical-query.js';
export { FORMAT_TYPES, type RenderedType, type Transform } from './transforms/transform.js';
export { outputType } from './transforms/output-type.js';
export { MAX_RENDERED_PIXELS, ratioOf, uprightSize } from './transforms/render-plan.js';
export { hintsUsedBy, withHints, type ClientHints } from './transforms/client-hints.js';
export { TRANSFORM_POLICIES, TransformPolicy } from './transforms/transform-policy.js';
export { type DerivativeTotal, DerivativeLimits } from './transforms/derivatives.js';
export { RenderDerivative, type Derivative, type DerivativeRequest } from './transforms/render-derivative.js';
export { REFINE_JOB, RefineDerivatives } from './transforms/refine-derivatives.js';
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
  AlbumByQuery,
  AlbumFull,
  ContributionNotFound,
  LinkClosed,
  LinkFull,
  AlbumNotFound,
  BlobNotFound,
  ByteQuotaExceeded,
  FileNotFound,
  FileTooLarge,
  FolderDefaultLimitReached,
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
  UploadExpired,
} from './errors.js';
export type { ImageError } from './image-error.js';
export { MAX_TAGS, parseTags } from './names/tag.js';
export { editShownBy, photoXmp, type PhotoXmpSource } from './image/photo-xmp.js';
export { cleanTags, type CleanedTags } from './names/clean-tags.js';
export { DeleteRemovedBlobs } from './library/delete-removed-blobs.js';
export { RenderLoad } from './transforms/render-load.js';
export {
  BULK_JOB,
  ChangeMatchingImages,
  type FilteredChange,
  type ImagesChange,
} from './jobs/change-images.js';
export { IMPORT_JOB, ImportImages, MAX_ADDRESSES, type ImportedAddress } from './jobs/import-images.js';
export { JOB_ID_LENGTH, type JobStep } from './jobs/job-step.js';
export { RunUserJobs, USER_JOBS } from './jobs/run-user-jobs.js';
export { UserJobs } from './jobs/user-jobs.js';
