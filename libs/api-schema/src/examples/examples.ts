import { photoExamples } from './photo-examples.js';
import { administrationExamples } from './administration-examples.js';
import { grantExamples } from './grant-examples.js';
import { mapExamples } from './map-examples.js';
import { linkExamplesOf } from './link-examples.js';
import { sharedExamples } from './shared-examples.js';
import { spaceExamples } from './space-examples.js';
import { uploadTokenExamples } from './upload-token-examples.js';
import { userJobExamples } from './user-job-examples.js';

/** Examples for the OpenAPI document. Tests check each against its schema. */
const id = '3KqYz0V9mTnB7xWcR4sLpD';
const createdAt = '2026-01-02T03:04:05.678Z';
const createdAtMs = 1767323045678;

const key = {
  id: '7dFh2LmQ9sVxYt4Zb1NcKp',
  accountId: '0aBcDeFgHiJkLmNoPqRsTu',
  parentId: '5rTgBnHyUjMkIoLp0QaZwS',
  userId: '8sKdJ2mNq5TzWv0XcB4LpR',
  name: 'Web site',
  scopes: ['images:read', 'images:write'],
  hint: 'cairn_Xk3f',
  createdAt,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

const account = { id: '0aBcDeFgHiJkLmNoPqRsTu', name: 'Print shop', createdAt };

const SMALLEST_GIF = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0;';

const baseMap = {
  url: 'https://tiles.example.org/{z}/{x}/{y}.png',
  attribution: '[© Example](https://example.org/licence)',
  maxZoom: 18,
};

const user = { id: '8sKdJ2mNq5TzWv0XcB4LpR', name: 'Ada', role: 'owner' } as const;
const session = {
  account: { id: account.id, name: 'Ada', baseMap: null },
  expiresAt: '2026-01-16T03:04:05.678Z',
};
const everyScope = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'keys:manage', 'admin'];
const token = 'pT4vX9cL2mKq7RzWb0JdNs5HgYf8Ue3AoI6tVx1CnMk';
const invite = {
  id: '2fGhJkLmNpQrStVwXyZ345',
  role: 'member',
  expiresAt: '2026-01-09T03:04:05.678Z',
} as const;

const signingKey = { id: '4pQrStUvWxYz0AbCdEfGhJ', name: 'site', createdAt } as const;

const imageRecord = {
  id,
  url: 'http://127.0.0.1:8080/cdn/holiday/2026/lake.jpg',
  tags: ['lake', 'summer'],
  path: 'holiday/2026',
  createdAt,
  updatedAt: createdAt,
};

const albumRecord = {
  id: 'f0Kq1Zt8vYb3Wc6Xd9Ee2H',
  title: 'Summer',
  description: '',
  order: 'manual' as const,
  imageCount: 1,
  cover: { id: imageRecord.id, url: imageRecord.url },
  coverId: null,
  query: null,
  createdAt: imageRecord.createdAt,
  updatedAt: imageRecord.updatedAt,
};

const deletion = 'Kp3xTq9LmZ2vRb8YcWn5Jd';

const links = linkExamplesOf({ albumId: albumRecord.id, createdAt });

const shared = sharedExamples(id);

export const examples = {
  sessionRecord: { user: { ...user, hasPassword: true }, ...session, scopes: everyScope },
  memberSession: {
    user: { ...user, name: 'Grace', role: 'member', hasPassword: true },
    account: { id: account.id, name: 'Grace', baseMap: null },
    scopes: everyScope.slice(0, -1),
  },
  joinBody: { token, name: 'Ada', password: 'four quiet words here' },
  checkInviteBody: { token },
  checkedInvite: { purpose: 'invite', role: invite.role, expiresAt: invite.expiresAt },
  signInBody: { name: 'Ada', password: 'four quiet words here' },
  changePasswordBody: { current: 'four quiet words here', password: 'and five other words there' },
  changeUserBody: { role: 'owner' },
  userRecord: { ...user, accountId: account.id, createdAt, lastSeenAt: createdAt },
  createInviteBody: { role: 'member', expiresIn: 604_800 },
  inviteRecord: { ...invite, createdAt },
  createdInvite: { ...invite, token, url: `https://cairn.example.org/invite#${token}` },
  putPresetBody: { query: 'w=320&format=webp' },
  presetRecord: { name: 'thumb', query: 'w=320&format=webp', source: 'api', updatedAt: createdAt },
  presetOfSettings: { name: 'wide', query: 'w=1280', source: 'settings' },
  createSigningKeyBody: { name: 'site' },
  signingKeyRecord: signingKey,
  createdSigningKey: { ...signingKey, secret: 'Zt3mQ8vLxR1cWn6KpYb4Hs9JdFg2Ae7UoTi5VzXjBqE' },
  imageRecord,
  ...userJobExamples,
  ...uploadTokenExamples,
  putPhotoSpaceBody: { spaceId: 'Xq3ZJ0pL' },
  photoSpace: {
    path: 'holiday/2026',
    key: null,
    spaceId: 'Xq3ZJ0pL',
    state: 'current',
    done: 412,
    fault: null,
    createdAt,
  },
  imagePage: {
    images: [
      {
        ...imageRecord,
        file: {
          name: 'lake.jpg',
          type: 'image/jpeg',
          width: 4_032,
          height: 3_024,
          sizeInBytes: 1_204_112,
          frames: 1,
        },
      },
    ],
    nextCursor: `${id}~${createdAtMs}`,
  },
  albumRecord,
  createAlbumBody: { title: 'Summer', images: [id] },
  patchAlbumBody: { title: 'Summer', order: 'newest' as const },
  placeImagesBody: { images: [id] },
  takeImagesBody: { images: [id] },
  placedImages: { ...albumRecord, missing: [] },
  albumPage: { albums: [albumRecord] },
  trashPage: {
    entries: [
      {
        id,
        kind: 'image' as const,
        title: 'holiday/2026/lake.jpg',
        deletion,
        deletedBy: `user:${user.id}`,
        deletedAt: createdAt,
        expiresAt: '2026-01-09T03:04:05.678Z',
        sizeInBytes: 1_204_112,
        thumbhash: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA',
      },
    ],
  },
  restoreTrashBody: { deletion },
  restoredTrash: { restored: [{ id, kind: 'image' as const, isRenamed: false }], left: [], missing: [] },
  emptiedTrash: { deleted: 12 },
  ...shared,
  ...links,
  sharedUploadForm: { file: SMALLEST_GIF, tags: 'lake,summer' },
  unlockBody: { password: 'lake at dawn' },
  tagList: {
    tags: [
      { tag: 'summer', count: 112 },
      { tag: 'lake', count: 40 },
    ],
  },
  pathList: { paths: [{ path: 'holiday', count: 152 }] },
  folderDefaultList: {
    defaults: [
      { path: 'holiday', visibility: 'unlisted' as const },
      { path: 'scans', visibility: 'private' as const, metadata: 'hide' as const },
    ],
  },
  putFolderDefaultBody: { path: 'scans', visibility: 'private' as const, metadata: 'hide' as const },
  patchImageBody: { tags: ['lake', 'evening'] },
  bulkTagsBody: { ids: [id], add: ['evening'], remove: ['summer'] },
  bulkTagsResult: { changed: [id], missing: [] },
  ...photoExamples(imageRecord),
  bulkDetailsBody: { ids: [id], rating: 4, favourite: true },
  bulkDetailsResult: { changed: [id], missing: [] },
  bulkDeleteBody: { ids: [id] },
  bulkDeleteResult: { deleted: [id], missing: [] },
  uploadForm: { file: SMALLEST_GIF, path: 'holiday/2026', tags: 'lake,summer' },
  uploadResult: { id, url: 'http://127.0.0.1:8080/cdn/holiday/2026/lake.jpg' },
  deleteResult: { success: true, message: `Image ${id} was deleted.` },
  quotaRecord: { imageCount: 12, quota: 10_000 },
  keyRecord: key,
  createdKey: { ...key, key: 'cairn_Xk3fT9bQm2LwYp7RzVd4Hs8NcJg1Ke3OmZQy' },
  createKeyBody: { name: 'Web site', scopes: ['images:read', 'images:write'] },
  accountRecord: account,
  accountDetails: {
    ...account,
    imageCount: 0,
    quota: 500,
    imageBytes: 0,
    imageBytesQuota: null,
    featureCount: 1_200,
    featureBytes: 310_000,
    featureQuota: 1_000_000,
    featureBytesQuota: null,
    baseMap: null,
  },
  createAccountBody: { name: 'Print shop', imageQuota: 500 },
  changeAccountBody: { name: 'Surveyors', baseMap, imageQuota: 1_000, imageBytesQuota: 10_000_000_000 },
  event: { type: 'image-uploaded', id, at: createdAt },
  ...administrationExamples,
  ...grantExamples,
  ...spaceExamples,
  ...mapExamples,
  liveness: { status: 'ok' },
  readiness: { status: 'ok', parts: { database: 'ok', blobs: 'ok' } },
} as const;
