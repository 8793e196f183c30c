const uploadToken = {
  id: '6rStUvWxYz0AbCdEfGhJkL',
  path: 'screenshots',
  tags: ['sharex'],
  maxFileBytes: 10_000_000,
  maxFiles: 1_000,
  filesUsed: 0,
  expiresAt: '2026-02-01T03:04:05.678Z',
  createdAt: '2026-01-02T03:04:05.678Z',
  createdBy: 'user:8sKdJ2mNq5TzWv0XcB4LpR',
};

const { path, tags, maxFileBytes } = uploadToken;

/** Examples of upload tokens in the OpenAPI document. */
export const uploadTokenExamples = {
  uploadToken,
  createUploadTokenBody: { path, tags, maxFileBytes },
  createdUploadToken: { ...uploadToken, token: 'cairn_up_Hk3fT9bQm2LwYp7RzVd4Hs8NcJg1Ke3OmZQyXa5BvC0' },
  uploadTokenPage: { tokens: [uploadToken] },
  uploadDialectAnswer: { success: true, result: ['http://127.0.0.1:8080/cdn/screenshots/shot.png'] },
};
