import type { PortsOf } from '@cairn/kernel';
import { UploadTokenRepository } from './upload-token-repository.js';
import { MAX_SIGNED_TOKENS, type UploadToken } from './upload-token.js';

/** Uploads one file by a token. */
export class UseUploadToken {
  static readonly ports = { tokens: UploadTokenRepository };

  constructor(private readonly ports: PortsOf<typeof UseUploadToken.ports>) {}

  /**
   * Counts the file before it is stored, so that no more arrive than the token allows, and gives it back if it is refused.
   * If the process is killed meanwhile, the file stays counted.
   * @throws {UploadTokenUsedUp} {InvalidUploadToken} {UploadTokenLimitReached} what `upload` throws
   */
  async execute<T>(token: UploadToken, upload: () => Promise<T>): Promise<T> {
    const { tokens } = this.ports;
    await tokens.claim(token, MAX_SIGNED_TOKENS);
    try {
      return await upload();
    } catch (error) {
      // A store that cannot be reached keeps the file counted. Why the upload failed says more.
      await tokens.giveBack(token.digest).catch(() => undefined);
      throw error;
    }
  }
}
