import type { ShareXUploader } from '@cairn/api-schema';
import type { Cell } from '../program/output.js';

/** An upload token as it is listed. Times in ISO 8601. */
export interface UploadTokenRow extends Readonly<Record<string, Cell>> {
  readonly id: string;
  readonly path: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly maxFileBytes: number | null;
  readonly maxFiles: number;
  readonly filesUsed: number;
  readonly expires: string;
  readonly created: string;
  readonly createdBy: string | null;
}

/** What a new token is to allow. What is absent is as the API has it. */
export interface NewUploadToken {
  readonly path: string;
  readonly tags: readonly string[];
  readonly maxFileBytes?: number | undefined;
  readonly maxFiles?: number | undefined;
  /** In epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

export interface MadeUploadToken {
  readonly token: UploadTokenRow;
  readonly secret: string;
  readonly sharex: ShareXUploader;
}

/** The upload tokens of one account, on the stores or over HTTP. */
export interface UploadTokens {
  /** The latest first. */
  list(): AsyncIterable<UploadTokenRow>;
  /** @throws {InvalidInput} {UploadTokenLimitReached} */
  create(token: NewUploadToken): Promise<MadeUploadToken>;
  /** @throws {UploadTokenNotFound} */
  remove(id: string): Promise<void>;
}
