import { albumErrorExamples } from './images/album-error-examples.js';
import { invalid, type ErrorExample } from './error-example.js';
import type { ErrorStatus } from './error-statuses.js';
import { examples } from './examples/examples.js';
import { trashErrorExamples } from './trash/trash-error-examples.js';
import { folderDefaultErrorExamples } from './images/folder-default-error-examples.js';
import { grantErrorExamples } from './access/grant-error-examples.js';
import { linkErrorExamples } from './access/link-error-examples.js';
import { presetErrorExamples } from './images/preset-error-examples.js';
import { uploadErrorExamples } from './images/upload-error-examples.js';
import { jobLimitReached, userJobErrorExamples } from './jobs/user-job-error-examples.js';
import { userErrorExamples } from './access/user-error-examples.js';
import { webhookErrorExamples } from './webhooks/webhook-error-examples.js';

const image = { code: 'image-not-found', detail: 'There is no image with this id.' };
const account = { code: 'account-not-found', detail: 'There is no account with this id.' };
const key = { code: 'key-not-found', detail: 'There is no API key with this id.' };
const file = { code: 'file-not-found', detail: 'There is no file at this address.' };
const transform = {
  400: invalid('w', 'invalid-value', 'must be a whole number from 1 to 16383'),
  403: {
    code: 'transform-refused',
    detail:
      'This transform is not served at an unsigned address. The nearest one that is: `?w=400` after the address of the file.',
  },
  422: {
    code: 'unrenderable',
    detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
  },
};
const space = {
  code: 'space-not-found',
  detail: `There is no space with the id '${examples.spaceRecord.id}'.`,
};
const forbidden = { code: 'space-forbidden', detail: 'This needs the right `manageSpaces` on the space.' };
const page = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');

const noFeature = {
  code: 'feature-not-found',
  detail: `There is no feature with the id '${examples.feature.id}'.`,
};
const featureLimit = invalid(
  'limit',
  'invalid-limit',
  'The limit must be a whole number between 1 and 100000.',
);
const badBody = {
  code: 'malformed-json',
  detail: 'The body is not JSON: it is cut short, at byte 512.',
};
const searched = { 400: featureLimit, 403: forbidden, 404: space };
const changed = {
  code: 'precondition-failed',
  detail: `The feature '${examples.feature.id}' has changed since: it has version 2.`,
};
const tooLarge = {
  code: 'body-too-large',
  detail: 'The body is larger than 33554432 bytes; send it in parts.',
};
const compression = {
  code: 'unsupported-media-type',
  detail: 'The compression of the body is not supported; send it plain, or as gzip, deflate or br.',
};
const conflict = { code: 'feature-exists', detail: `The record ${examples.feature.id} exists.` };
const written = { 403: forbidden, 404: space, 409: conflict, 413: tooLarge, 415: compression };
const tooLargeAtOnce = {
  code: 'body-too-large',
  detail:
    'The body is larger than 33554432 bytes; send it in parts, or import it: with `transactional=false`, or a feature on each line as `application/x-ndjson`.',
};
const writtenMany = { ...written, 400: badBody, 413: tooLargeAtOnce };
const writtenOne = { ...written, 404: noFeature, 412: changed };

/** The examples that differ from the default for their status, by operation. */
export const errorExamples: Readonly<Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>> = {
  ...uploadErrorExamples,
  ...userJobErrorExamples,
  getImage: { 403: scopeMissing('images:read'), 404: image },
  deleteImage: { 403: scopeMissing('images:write'), 404: image },
  listImagesByTag: { 400: page, 403: scopeMissing('images:read') },
  listImages: { 400: page, 403: scopeMissing('images:read') },
  listTags: { 400: page, 403: scopeMissing('images:read') },
  listPaths: { 400: page, 403: scopeMissing('images:read') },
  patchImage: {
    400: invalid('tags', 'tag-too-long', 'A tag is longer than 64 characters.'),
    403: scopeMissing('images:write'),
    404: image,
  },
  tagImages: {
    409: jobLimitReached,
    400: invalid('ids', 'too-big', 'must have at most 1000 entries'),
    403: scopeMissing('images:write'),
  },
  showImages: {
    409: jobLimitReached,
    400: invalid('visibility', 'unknown-choice', 'must be `public`, `unlisted` or `private`'),
    403: scopeMissing('images:write'),
  },
  deleteImages: {
    409: jobLimitReached,
    400: invalid('ids', 'too-big', 'must have at most 1000 entries'),
    403: scopeMissing('images:write'),
  },
  streamEvents: {
    400: invalid('lastEventId', 'invalid-format', 'must be the `id` of an event'),
    403: scopeMissing('images:read'),
    429: {
      code: 'too-many-event-streams',
      detail: 'The account has 8 streams of events open, the most that it may have; try again in 5 s.',
    },
  },
  getQuota: { 403: scopeMissing('images:read') },
  restoreFeatures: {
    400: invalid('deletion', 'invalid-type', 'is missing'),
    403: { code: 'space-forbidden', detail: 'This needs the right `deleteFeatures` on the space.' },
    404: space,
  },
  getTileArchive: {
    403: forbidden,
    404: space,
    412: {
      code: 'precondition-failed',
      detail: 'The archive is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
    },
  },
  makeTileArchive: {
    400: invalid('maxzoom', 'invalid-zoom', 'must be a whole number from 0 to 16'),
    403: forbidden,
    404: space,
  },
  deleteTileArchive: { 403: forbidden, 404: space },
  getFile: { ...transform, 404: file },
  headFile: { ...transform, 404: file },
  createKey: {
    400: invalid('scopes', 'invalid-type', 'is missing'),
    403: scopeMissing('keys:manage'),
    404: account,
    409: { code: 'key-limit-reached', detail: 'An account has at most 1000 API keys; revoke one first.' },
  },
  getKey: { 404: key },
  listAudit: { 400: page, 403: scopeMissing('keys:manage') },
  listKeys: { 400: page, 403: scopeMissing('keys:manage') },
  revokeKey: {
    400: invalid('force', 'invalid-type', 'must be `true` or `false`, in any case'),
    403: scopeMissing('keys:manage'),
    404: key,
    409: {
      code: 'last-admin-key',
      detail: 'This is the last API key that can administer the service; only `force=true` revokes it.',
    },
  },
  createAccount: { 400: invalid('name', 'invalid-type', 'is missing') },
  listAccounts: { 400: page },
  getAccount: { 404: account },
  changeAccount: { 400: invalid('imageQuota', 'too-small', 'must be at least 0'), 404: account },
  ...userErrorExamples,
  ...webhookErrorExamples,
  ...albumErrorExamples,
  ...folderDefaultErrorExamples,
  ...trashErrorExamples,
  ...grantErrorExamples,
  ...linkErrorExamples,
  ...presetErrorExamples,
  putPhotoSpace: {
    400: { code: 'invalid-input', detail: 'The query must have either `path` or `key`.' },
    404: space,
    409: {
      code: 'photo-space-limit-reached',
      detail: 'No more than 100 folders and keys may have a space for their photos.',
    },
  },
  deletePhotoSpace: {
    404: { code: 'photo-space-not-found', detail: 'These photos are put in no space.' },
  },
  createSigningKey: {
    400: invalid('name', 'invalid-type', 'is missing'),
    409: { code: 'signing-key-exists', detail: 'There is a signing key with this name already.' },
  },
  retryJob: {
    404: { code: 'failed-work-not-found', detail: 'No job has this name. There is nothing to retry.' },
  },
  revokeSigningKey: {
    404: { code: 'signing-key-not-found', detail: 'There is no signing key with this id.' },
  },
  listSpaces: { 400: page, 403: forbidden },
  createSpace: {
    400: invalid('title', 'invalid-type', 'is missing'),
    403: forbidden,
    404: {
      code: 'storage-not-found',
      detail: "There is no storage 'other'; the storage of this service is 'sqlite'.",
    },
  },
  getSpace: { 403: forbidden, 404: space },
  patchSpace: { 400: invalid('title', 'invalid-type', 'must be a string'), 403: forbidden, 404: space },
  deleteSpace: {
    400: invalid('dryRun', 'invalid-type', 'must be `true` or `false`, in any case'),
    403: forbidden,
    404: space,
  },
  getFeatures: {
    400: invalid('id', 'required', '`id` is missing: name the features, such as `id=a,b`.'),
    403: forbidden,
    404: space,
  },
  getFeature: { 403: forbidden, 404: space },
  searchFeatures: searched,
  iterateFeatures: searched,
  getFeaturesInBbox: searched,
  getFeaturesInTile: searched,
  getTile: searched,
  getTileJson: searched,
  getMapStyle: searched,
  getFeaturesAround: searched,
  postFeaturesAround: {
    ...searched,
    413: { code: 'body-too-large', detail: 'The body is larger than 1048576 bytes; send it in parts.' },
    415: compression,
  },
  countFeatures: { 403: forbidden, 404: space },
  getStatistics: {
    400: invalid('groupBy', 'invalid-member', 'must name a member, such as `p.size` or `f.updatedAt`'),
    403: forbidden,
    404: space,
  },
  exportFeatures: {
    400: invalid('f', 'invalid-format', '`f` must be one of geojson, geojson-seq, ndjson, csv.'),
    403: forbidden,
    404: space,
  },
  putFeatures: writtenMany,
  postFeatures: writtenMany,
  deleteFeatures: {
    400: invalid('id', 'required', 'Give either `id`, or `tags`, or `eraseContent=true`.'),
    403: forbidden,
    404: space,
  },
  putFeature: { ...writtenOne, 404: space },
  patchFeature: writtenOne,
  deleteFeature: { 403: forbidden, 404: space, 412: changed },
};

function scopeMissing(scope: string): ErrorExample {
  return { code: 'scope-missing', detail: `This needs an API key with the scope \`${scope}\`.` };
}
