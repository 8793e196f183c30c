/** Examples for the OpenAPI document. Tests check each against its schema. */
const id = '3KqYz0V9mTnB7xWcR4sLpD';
const createdAt = '2026-01-02T03:04:05.678Z';
const createdAtMs = 1767323045678;

const key = {
  id: '7dFh2LmQ9sVxYt4Zb1NcKp',
  accountId: '0aBcDeFgHiJkLmNoPqRsTu',
  parentId: '5rTgBnHyUjMkIoLp0QaZwS',
  name: 'Web site',
  scopes: ['images:read', 'images:write'],
  hint: 'cairn_Xk3f',
  createdAt,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

const account = { id: '0aBcDeFgHiJkLmNoPqRsTu', name: 'Print shop', createdAt };

const summary = {
  id: 'pvhQepar',
  title: 'Hiking trails',
  description: 'Marked trails and huts',
  owner: 'ANONYMOUS',
  createdAt: createdAtMs,
  updatedAt: createdAtMs,
  contentUpdatedAt: createdAtMs,
};

const geometry = { type: 'Point', coordinates: [11, 47] } as const;

const givenFeature = {
  type: 'Feature',
  id: 'Q1',
  geometry,
  properties: { name: 'Hut', beds: 12 },
} as const;

const feature = {
  ...givenFeature,
  properties: {
    ...givenFeature.properties,
    '@ns:com:here:xyz': { createdAt: createdAtMs, updatedAt: createdAtMs, version: 1, tags: ['hut'] },
  },
} as const;

const etag = '"0b1a9c3d5e7f80912a3b4c5d6e7f8091"';
const exactly = <T>(value: T) => ({ value, estimated: false });

const imported = {
  ...{ read: 1_000, readBytes: 128_000, inserted: 990, updated: 5, deleted: 0, unmodified: 4, failed: 1 },
  ...{ chunks: 1, version: 3, firstVersion: 3 },
};

/** One transparent pixel. All bytes are ASCII, so it fits in a JSON string. */
const SMALLEST_GIF = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0;';

const user = { id: '8sKdJ2mNq5TzWv0XcB4LpR', name: 'Ada', role: 'owner' } as const;
const session = { account: { id: account.id, name: 'First account' }, expiresAt: '2026-01-16T03:04:05.678Z' };
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

export const examples = {
  sessionRecord: { user: { ...user, hasPassword: true }, ...session, scopes: everyScope },
  memberSession: {
    user: { ...user, name: 'Grace', role: 'member', hasPassword: true },
    account: { id: account.id, name: 'Grace' },
    scopes: everyScope.slice(0, -1),
  },
  sessionEntry: {
    id: '6yUiOpAsDfGhJkLzXcVbNm',
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: session.expiresAt,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    current: true,
  },
  joinBody: { token, name: 'Ada', password: 'four quiet words here' },
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
  putPhotoSpaceBody: { spaceId: 'Xq3ZJ0pL' },
  photoSpace: {
    ...{ path: 'holiday/2026', key: null, spaceId: 'Xq3ZJ0pL', state: 'current', done: 412, fault: null },
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
  tagList: {
    tags: [
      { tag: 'summer', count: 112 },
      { tag: 'lake', count: 40 },
    ],
  },
  pathList: { paths: [{ path: 'holiday', count: 152 }] },
  patchImageBody: { tags: ['lake', 'evening'] },
  bulkTagsBody: { ids: [id], add: ['evening'], remove: ['summer'] },
  bulkTagsResult: { changed: [id], missing: [] },
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
  accountDetails: { ...account, imageCount: 0, quota: 500 },
  createAccountBody: { name: 'Print shop', imageQuota: 500 },
  changeAccountBody: { imageQuota: 1_000 },
  event: { type: 'image-uploaded', id, at: createdAt },
  jobRecord: {
    name: 'sweep-blobs',
    everyMs: 3_600_000,
    leaderOnly: true,
    state: 'idle',
    progress: null,
    startedAt: createdAt,
    endedAt: '2026-01-02T03:04:06.789Z',
    outcome: 'succeeded',
    result: {
      outcome: 'completed',
      blobs: 12,
      orphans: 1,
      quarantined: 1,
      restored: 0,
      deleted: 0,
      stagedDiscarded: 0,
      missing: 0,
    },
    error: null,
  },
  spaceSummary: summary,
  spaceRecord: {
    ...summary,
    storage: { id: 'sqlite', params: null },
    volatility: 0,
    autoCacheProfile: { browserTTL: 0, cdnTTL: 0, serviceTTL: 0 },
  },
  createSpaceBody: { title: 'Hiking trails', description: 'Marked trails and huts' },
  patchSpaceBody: { description: 'Marked trails, huts and springs' },
  geometry,
  givenFeature,
  feature,
  givenCollection: { type: 'FeatureCollection', features: [givenFeature] },
  featureCollection: { type: 'FeatureCollection', features: [feature], etag },
  writtenFeatures: { type: 'FeatureCollection', features: [feature], inserted: ['Q1'], etag },
  tileArchiveProgress: { type: 'TileArchiveProgress', zoom: 7, looked: 212, places: 508, tiles: 391 },
  tileArchive: {
    type: 'TileArchive',
    url: 'http://127.0.0.1:8080/tiles/x-g4Kqz3Ml.pmtiles',
    ...{
      sizeInBytes: 1_204_112,
      tiles: 1_530,
      thinned: 0,
      minzoom: 0,
      maxzoom: 10,
      version: 12,
      lastVersion: 12,
    },
  },
  importProgress: { type: 'ImportProgress', ...imported },
  importSummary: {
    type: 'ImportSummary',
    end: 'complete',
    ...imported,
    errors: [
      {
        position: 7,
        offsetInBytes: 812,
        id: 'Q8',
        pointer: '/geometry/coordinates',
        code: 'invalid-feature',
        message: '`/geometry/coordinates` has a latitude beyond ±90.',
      },
    ],
  },
  deletedFeatures: { type: 'FeatureCollection', features: [], deleted: ['Q1', 'Q2'] },
  modificationList: {
    type: 'FeatureModificationList',
    modifications: [
      {
        onFeatureExists: 'replace',
        featureData: { type: 'FeatureCollection', features: [givenFeature] },
      },
      { onFeatureExists: 'delete', featureIds: ['Q2'] },
    ],
  },
  count: { type: 'CountResponse', count: 1 },
  statistics: {
    type: 'StatisticsResponse',
    count: exactly(1),
    byteSize: { value: 118, estimated: true },
    dataSize: { value: 118, estimated: true },
    bbox: exactly([11, 47, 11, 47]),
    geometryTypes: exactly(['Point']),
    properties: {
      value: [
        { key: 'beds', count: 1, datatype: 'number', searchable: true },
        { key: 'name', count: 1, datatype: 'string', searchable: true },
      ],
      estimated: false,
      searchable: 'ALL',
    },
    indexes: exactly([{ key: 'name', state: 'ready' }]),
    tags: exactly([{ key: 'hut', count: 1 }]),
    groups: { ...exactly([{ value: 'Upper hut', count: 1 }]), others: 0, missing: 0, distinct: 1 },
    histogram: { ...exactly([{ from: 12, to: 12, count: 1 }]), missing: 0 },
    timeBuckets: { ...exactly([{ from: '2026-01-01T00:00:00.000Z', count: 1 }]), missing: 0 },
    contentUpdatedAt: exactly(createdAtMs),
    minVersion: exactly(1),
    maxVersion: exactly(1),
    etag,
  },
  tileJson: {
    tilejson: '3.0.0',
    tiles: ['http://127.0.0.1:8080/tiles/pvhQepar/{z}/{x}/{y}.mvt'],
    name: summary.title,
    scheme: 'xyz',
    ...{ minzoom: 0, maxzoom: 16, bounds: [11, 47, 11, 47], center: [11, 47, 14] },
    vector_layers: [
      { id: summary.id, minzoom: 0, maxzoom: 16, fields: { beds: 'Number', name: 'String', id: 'String' } },
    ],
  },
  mapStyle: {
    version: 8,
    name: summary.title,
    center: [11, 47],
    zoom: 14,
    sources: { space: { type: 'vector', url: 'http://127.0.0.1:8080/tiles/pvhQepar.json' } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': '#f6f4ee' } },
      {
        ...{ id: 'points', type: 'circle', source: 'space', 'source-layer': summary.id },
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': '#d9480f' },
      },
    ],
  },
  hubStatus: {
    schemaVersion: '0.9',
    reporter: {
      name: 'Cairn',
      version: '0.1.0',
      upSince: createdAtMs,
      endpoint: 'http://127.0.0.1:8080/hub',
    },
    status: { result: 'OK', timestamp: createdAtMs },
  },
  liveness: { status: 'ok' },
  readiness: { status: 'ok', parts: { database: 'ok', blobs: 'ok' } },
} as const;
