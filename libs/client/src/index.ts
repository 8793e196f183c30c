export { CairnClient, createClient } from './client.js';
export { CairnError, isCairnError, type ErrorFacts, type ErrorKind } from './transport/cairn-error.js';
export type { CallOptions, ClientOptions } from './transport/transport.js';
export type { RetryOptions } from './transport/retry.js';
export type { Listing } from './transport/pages.js';
export type { Source } from './transport/source.js';
export { imageAddress, type FocalPoint, type ImageTransform } from './images/image-address.js';
export type { Albums } from './images/albums.js';
export type { Links } from './links/links.js';
export type { SharedImages } from './links/shared-images.js';
export type { Access } from './sharing/access.js';
export type { Grants } from './sharing/grants.js';
export type { Trash } from './images/trash.js';
export type { Groups } from './sharing/groups.js';
export type { ImageFilters, Images } from './images/gallery.js';
export type { ImageOptions, ListOptions } from './images/images.js';
export type { SendProgress, SharedUploadOptions, UploadOptions } from './images/upload.js';
export type { Events, EventsOptions } from './events/events.js';
export type { Spaces, SpaceListOptions } from './spaces/spaces.js';
export type { ArchiveOptions, MapOptions, TileOptions, Tiles } from './spaces/tiles.js';
export type {
  Feature,
  FeatureChange,
  FeatureCollection,
  FeatureProperties,
  FeatureSystemProperties,
  Geometry,
  NewFeature,
  Position,
  TaggedFeature,
} from './features/feature.js';
export type {
  FeatureFilters,
  FeatureView,
  FilterConditions,
  FilterValue,
  Where,
} from './features/filters.js';
export type {
  AroundOptions,
  BoundingBox,
  BoxOptions,
  IterateOptions,
  Place,
  SearchOptions,
  StatisticsOptions,
} from './features/reads.js';
export type {
  BatchOptions,
  BatchResult,
  Deletion,
  IfMatch,
  WriteOptions,
  WriteRules,
} from './features/writes.js';
export type { ExportOptions, Features, ImportOptions } from './features/features.js';
export type { Keys } from './accounts/keys.js';
export type { PhotoSource, PhotoSpaces } from './images/photo-spaces.js';
export type { Presets } from './images/presets.js';
export type { SigningKeys } from './accounts/signing-keys.js';
export type { Accounts } from './accounts/accounts.js';
export type { Invites } from './users/invites.js';
export type { Session } from './users/session.js';
export type { Users } from './users/users.js';
export type {
  AccessRecord,
  AccountDetails,
  AccountRecord,
  AlbumQueryRecord,
  AlbumRecord,
  BulkDeleteResult,
  BulkTagsResult,
  BulkVisibilityResult,
  CairnEvent,
  ChangeAccountBody,
  ChangePasswordBody,
  ChangeUserBody,
  CreateAccountBody,
  CreateAlbumBody,
  CheckedInvite,
  CheckedPasswordReset,
  CreatedInvite,
  CreatedKey,
  CreatedLinkRecord,
  CreatedPasswordReset,
  CreatedSigningKey,
  CreateGroupBody,
  CreateInviteBody,
  CreateKeyBody,
  CreateLinkBody,
  CreateSigningKeyBody,
  CreateSpaceBody,
  Fault,
  FolderDefaultList,
  GalleryImage,
  GiveGrantBody,
  GrantRecord,
  GroupRecord,
  HubStatus,
  ImageDetails,
  ImageInclusion,
  ImageMetadata,
  ImagePage,
  ImageRecord,
  ImportProgressView,
  ImportSummary,
  InviteRecord,
  JobRecord,
  JoinBody,
  KeyRecord,
  LinkRecord,
  LoggedErrorRecord,
  MapStyle,
  PatchAlbumBody,
  PatchGroupBody,
  PatchSpaceBody,
  PathList,
  PhotoSpace,
  PlacedImagesRecord,
  PresetRecord,
  PutFolderDefaultBody,
  PutPresetBody,
  QuotaDetails,
  QuotaRecord,
  ReadinessReport,
  ResetPasswordBody,
  ReceivedGrant,
  Scope,
  SessionEntry,
  SessionRecord,
  Shared,
  SharedImage,
  SigningKeyRecord,
  SignInBody,
  SpaceRecord,
  SpaceSummary,
  StatisticsResponse,
  StorageUseRecord,
  TagList,
  TileArchiveProgressView,
  TileArchiveView,
  TileJson,
  UploadResult,
  UserRecord,
  Visibility,
} from './shapes.js';
