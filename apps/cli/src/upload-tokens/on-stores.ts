import { CreateUploadToken, ManageUploadTokens, type UploadToken } from '@cairn/access';
import { sharexUploader } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { parseImagePath, parseTags } from '@cairn/images';
import { parseAll, type PageRequest } from '@cairn/kernel';
import { allOf } from '../transfer/pages.js';
import type { MadeUploadToken, NewUploadToken, UploadTokenRow, UploadTokens } from './upload-tokens.js';

const PAGE = 100;

/** The upload tokens of an account in the stores of an application. Those that are made belong to the account itself. */
export class StoreUploadTokens implements UploadTokens {
  constructor(
    private readonly application: Pick<Application, 'get'>,
    private readonly accountId: string,
    /** The address of the server that serves these stores. */
    private readonly address: () => string,
  ) {}

  async *list(): AsyncGenerator<UploadTokenRow> {
    const tokens = this.application.get(ManageUploadTokens);
    const { accountId } = this;
    const listed = allOf((after: PageRequest['after']) => tokens.list({ accountId }, { limit: PAGE, after }));
    for await (const token of listed) yield tokenRow(token);
  }

  async create({ path, tags, ...limits }: NewUploadToken): Promise<MadeUploadToken> {
    const { accountId } = this;
    const parsed = parseAll({ path: () => parseImagePath(path), tags: () => parseTags(tags) });
    const { token, secret } = await this.application
      .get(CreateUploadToken)
      .execute({ accountId, scopes: ['images:write'] }, { ...limits, ...parsed });
    return { token: tokenRow(token), secret, sharex: sharexUploader(this.address(), secret) };
  }

  async remove(id: string): Promise<void> {
    await this.application.get(ManageUploadTokens).remove({ accountId: this.accountId }, id);
  }
}

function tokenRow(token: UploadToken): UploadTokenRow {
  const { id, path, tags, maxFileBytes = null, maxFiles, filesUsed, createdBy = null } = token;
  return {
    id,
    path,
    tags: tags.join(','),
    maxFileBytes,
    maxFiles,
    filesUsed,
    expires: new Date(token.expiresAt).toISOString(),
    created: new Date(token.createdAt).toISOString(),
    createdBy,
  };
}
