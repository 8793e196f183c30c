export const linkSecret = '9mR2kLx0QvT5nBzY8cWd3H';

/** Examples of links in the OpenAPI document. `albumId` and `createdAt` are those of the other examples. */
export function linkExamplesOf({
  albumId,
  createdAt,
}: {
  readonly albumId: string;
  readonly createdAt: string;
}) {
  const linkRecord = {
    id: 'Zb1NcKp7dFh2LmQ9sVxYt4',
    url: `http://127.0.0.1:8080/a/${linkSecret}`,
    resource: { type: 'album' as const, id: albumId },
    role: 'viewer' as const,
    position: 'coarse' as const,
    download: false,
    hasPassword: false,
    expiresAt: null,
    createdAt,
    uses: 0,
    lastUsedAt: null,
    approval: 'required' as const,
    maxImages: 1_000,
    maxBytes: 5_000_000_000,
    addedImages: 12,
    addedBytes: 48_123_004,
    waitingImages: 3,
  };
  return {
    linkSecret,
    linkRecord,
    createLinkBody: { resource: linkRecord.resource, position: 'coarse' as const },
    createdLink: linkRecord,
    patchLinkBody: { download: true, expiresAt: null, maxImages: 200 },
    linkPreview: { url: linkRecord.url },
    linkPage: { links: [linkRecord] },
  };
}
