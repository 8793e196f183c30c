export { operations } from './operations.js';
export type { Api, Operation, OperationResponse } from './operation.js';
export { binary, form, json, sequence, type Content, type Contents } from './content.js';
export { errorResponse, errorStatuses, type ErrorStatus } from './errors.js';
export { MAX_PAGE_SIZE, pageQuerySchema } from './paging.js';
export { queryBooleanSchema } from './query-boolean.js';
export {
  errorResponseSchema,
  hubErrorOf,
  hubErrorSchema,
  problemSchema,
  titleOf,
  unauthorizedResponseSchema,
  type ErrorResponse,
  type HubError,
  type Problem,
  type UnauthorizedResponse,
} from './problem.js';
export {
  deleteResultSchema,
  imageRecordSchema,
  quotaRecordSchema,
  uploadResultSchema,
  type DeleteResult,
  type ImageRecord,
  type QuotaRecord,
  type UploadResult,
} from './images.js';
export {
  accountDetailsSchema,
  accountRecordSchema,
  changeAccountBodySchema,
  createAccountBodySchema,
  createdKeySchema,
  createKeyBodySchema,
  keyRecordSchema,
  keysQuerySchema,
  revokeKeyQuerySchema,
  scopeSchema,
  type AccountDetails,
  type AccountRecord,
  type CreatedKey,
  type KeyRecord,
  type Scope,
} from './accounts.js';
export {
  createSpaceBodySchema,
  dryRunQuerySchema,
  patchSpaceBodySchema,
  spaceRecordSchema,
  spacesQuerySchema,
  spaceSummarySchema,
  type HubStatus,
  type SpaceRecord,
  type SpaceSummary,
} from './spaces.js';
export type { CountResponse, StatisticsResponse } from './features.js';
export { featureSequenceTypes, type ImportProgressView, type ImportSummary } from './imports.js';
export type { TileArchiveFailureView, TileArchiveProgressView, TileArchiveView } from './tile-archives.js';
export { type MapStyle, type TileJson } from './maps.js';
export { licenseSchema } from './space-settings.js';
export { jobRecordSchema, type JobRecord } from './jobs.js';
export { livenessSchema, readinessSchema, type ReadinessReport } from './health.js';
