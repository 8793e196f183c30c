/** Examples of spaces, features and maps for the OpenAPI document. */
const createdAtMs = 1767323045678;

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
  read: 1_000,
  readBytes: 128_000,
  inserted: 990,
  updated: 5,
  deleted: 0,
  unmodified: 4,
  failed: 1,
  merged: 0,
  numbered: 0,
  chunks: 1,
  version: 3,
  firstVersion: 3,
};

const fileContent = {
  format: 'csv',
  crs: 'EPSG:2056',
  crsName: 'CH1903+ / LV95',
  accuracyInMeters: 1,
  encoding: 'windows-1252',
  separator: ';',
  decimal: ',',
  header: true,
  columns: [
    { name: 'number', type: 'text', as: 'number', omit: false },
    { name: 'height', type: 'number', as: 'height', omit: false },
  ],
  place: { kind: 'coordinates', x: 'east', y: 'north' },
  id: 'number',
} as const;

const fileCounts = { inserted: 990, updated: 5, unmodified: 4, failed: 1, version: 3 };

const fileFaults = [{ line: 8, reason: '`height` is no number: "high".' }];

/** One transparent pixel. All bytes are ASCII, so it fits in a JSON string. */

export const spaceExamples = {
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
    sizeInBytes: 1_204_112,
    tiles: 1_530,
    thinned: 0,
    minzoom: 0,
    maxzoom: 10,
    version: 12,
    lastVersion: 12,
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
        lengthInBytes: 96,
        id: 'Q8',
        pointer: '/geometry/coordinates',
        code: 'invalid-feature',
        message: '`/geometry/coordinates` has a latitude beyond ±90.',
      },
    ],
  },
  fileImportProgress: { type: 'ImportProgress', read: 1_000, ...fileCounts },
  fileImport: {
    type: 'FileImport',
    format: fileContent.format,
    crs: fileContent.crs,
    crsName: fileContent.crsName,
    accuracyInMeters: fileContent.accuracyInMeters,
    imported: 999,
    ...fileCounts,
    faults: fileFaults,
    end: 'complete',
    content: fileContent,
  },
  filePreview: {
    type: 'FilePreview',
    ...fileContent,
    features: [{ ...givenFeature, id: 'T1', properties: { number: 'T1', height: 12.5 } }],
    faults: fileFaults,
  },
  deletedFeatures: { type: 'FeatureCollection', features: [], deleted: ['Q1', 'Q2'] },
  modificationList: {
    type: 'FeatureModificationList',
    modifications: [
      {
        type: 'FeatureModification',
        onFeatureExists: 'replace',
        featureData: { type: 'FeatureCollection', features: [givenFeature] },
      },
      { type: 'FeatureModification', onFeatureExists: 'delete', featureIds: ['Q2'] },
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
    minzoom: 0,
    maxzoom: 16,
    bounds: [11, 47, 11, 47],
    center: [11, 47, 14],
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
        id: 'points',
        type: 'circle',
        source: 'space',
        'source-layer': summary.id,
        filter: ['==', ['geometry-type'], 'Point'],
        paint: { 'circle-color': '#d9480f' },
      },
    ],
  },
  groundStyle: {
    version: 8,
    name: 'Ground',
    glyphs: 'http://127.0.0.1:8080/ground/fonts/{fontstack}/{range}.pbf',
    sprite: 'http://127.0.0.1:8080/ground/sprite',
    sources: {
      ground: {
        type: 'vector',
        tiles: ['http://127.0.0.1:8080/ground/{z}/{x}/{y}.mvt'],
        minzoom: 0,
        maxzoom: 7,
        attribution: 'Natural Earth, GeoNames',
      },
    },
    layers: [{ id: 'ground-water', type: 'background', paint: { 'background-color': '#dfe8ea' } }],
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
} as const;
