const id = '3KqYz0V9mTnB7xWcR4sLpD';
const createdAt = '2026-01-02T03:04:05.678Z';
const SMALLEST_GIF = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0;';

const imageRecord = {
  id,
  url: 'http://127.0.0.1:8080/cdn/holiday/2026/lake.jpg',
  tags: ['lake', 'summer'],
  path: 'holiday/2026',
  createdAt,
  updatedAt: createdAt,
};

/** Examples of uploads of many files, imports and bulk changes. */
export const userJobExamples = {
  uploadsForm: { path: 'holiday/2026', tags: 'lake,summer', file: SMALLEST_GIF },
  uploadsResult: {
    results: [
      { name: 'lake.jpg', status: 201, image: imageRecord, removed: ['exif', 'gps'] },
      {
        name: 'notes.txt',
        status: 415,
        error: {
          type: 'urn:cairn:problem:unsupported-image-type',
          title: 'Unsupported image type',
          status: 415,
          detail: 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.',
          instance: 'urn:cairn:request:q1W2e3R4t5Y6',
          code: 'unsupported-image-type',
          requestId: 'q1W2e3R4t5Y6',
        },
      },
    ],
  },
  importBody: { urls: ['https://example.org/lake.jpg'], path: 'holiday/2026', tags: ['lake'] },
  importJob: {
    id: '9kLmNpQrStUvWxYzAbCd34',
    kind: 'import' as const,
    state: 'succeeded' as const,
    done: 1,
    total: 1,
    result: { images: [{ url: 'https://example.org/lake.jpg', imageId: id }] },
    error: null,
    createdAt,
    endedAt: createdAt,
  },
  bulkJob: {
    id: '6hYtGfRdEsWaQzXcVbNm12',
    kind: 'bulk-change' as const,
    state: 'running' as const,
    done: 1_500,
    total: null,
    result: { changed: 1_498 },
    error: null,
    createdAt,
    endedAt: null,
  },
};
