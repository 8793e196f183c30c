import { sharexUploader, type UploadTokenRecord } from '@cairn/api-schema';
import type { ServerAccess } from '../program/server-access.js';
import type { MadeUploadToken, NewUploadToken, UploadTokenRow, UploadTokens } from './upload-tokens.js';

/** The upload tokens of the account of a key, through a running server. */
export class HttpUploadTokens implements UploadTokens {
  constructor(private readonly server: Pick<ServerAccess, 'client' | 'address'>) {}

  async *list(): AsyncGenerator<UploadTokenRow> {
    for await (const token of this.server.client.list('GET /api/upload-tokens')) yield tokenRow(token);
  }

  async create({ path, tags, maxFileBytes, maxFiles, expiresAt }: NewUploadToken): Promise<MadeUploadToken> {
    const { client, address } = this.server;
    const made = await client.call('POST /api/upload-tokens', {
      query: { as: 'sharex' },
      body: {
        path,
        tags: [...tags],
        ...(maxFileBytes !== undefined && { maxFileBytes }),
        ...(maxFiles !== undefined && { maxFiles }),
        ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      },
    });
    const { token: secret, sharex = sharexUploader(address, secret) } = made;
    return { token: tokenRow(made), secret, sharex };
  }

  async remove(id: string): Promise<void> {
    await this.server.client.call('DELETE /api/upload-tokens/{id}', { params: { id } });
  }
}

function tokenRow(token: UploadTokenRecord): UploadTokenRow {
  const { id, path, tags, maxFileBytes, maxFiles, filesUsed, createdBy } = token;
  const { expiresAt: expires, createdAt: created } = token;
  return { id, path, tags: tags.join(','), maxFileBytes, maxFiles, filesUsed, expires, created, createdBy };
}
