/** Examples for administrators in the OpenAPI document. */
const createdAt = '2026-01-02T03:04:05.678Z';

export const administrationExamples = {
  storageUse: {
    images: { count: 1_200, sizeInBytes: 3_456_789_012 },
    derivatives: { count: 310, sizeInBytes: 12_345_678, budgetInBytes: 1_073_741_824 },
    spaces: { count: 3, featureCount: 171_075 },
  },
  loggedError: {
    at: createdAt,
    message: 'a job failed',
    cause: 'the storage does not answer',
    requestId: null,
    job: 'sweep-blobs',
  },
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
    failureCount: 0,
    failures: [],
  },
  failedJobRecord: {
    name: 'describe-images',
    everyMs: 60_000,
    leaderOnly: true,
    state: 'idle',
    progress: null,
    startedAt: createdAt,
    endedAt: '2026-01-02T03:04:06.789Z',
    outcome: 'succeeded',
    result: { described: 3, failed: 1 },
    error: null,
    failureCount: 1,
    failures: [
      {
        item: '0Zr3hA8mPq1x',
        attempts: 5,
        reason: 'A stored image is shorter than it was.',
        failedAt: createdAt,
        retryAt: null,
      },
    ],
  },
} as const;
