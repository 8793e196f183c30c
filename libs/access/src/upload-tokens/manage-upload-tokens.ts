import { parsePage, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import { UploadTokenRepository, type UploadTokenScope } from './upload-token-repository.js';
import type { UploadToken } from './upload-token.js';

/** Lists and deletes the upload tokens of an account, or those that somebody made there. */
export class ManageUploadTokens {
  static readonly ports = { tokens: UploadTokenRepository };

  constructor(private readonly ports: PortsOf<typeof ManageUploadTokens.ports>) {}

  /** The latest first, without those that were signed. */
  async list(of: UploadTokenScope, page: PageRequest): Promise<Page<UploadToken>> {
    return await this.ports.tokens.list(of, parsePage(page));
  }

  /** The token is refused from then on, on any node. @throws {UploadTokenNotFound} */
  async remove(of: UploadTokenScope, id: string): Promise<void> {
    await this.ports.tokens.remove(of, id);
  }
}
