import type { S3Options } from '@cairn/adapter-minio';
import type { DecodeLimits } from '@cairn/adapter-sharp';
import type { CatalogLimits, SweepReport } from '@cairn/images';
import type { Clock, IdGenerator } from '@cairn/kernel';

/** Where records are kept. */
export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string; readonly reserveInBytes?: number | undefined }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

/** Where image bytes are kept. */
export type BlobSettings =
  | { readonly kind: 'fs'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Options)
  | { readonly kind: 'memory' };

/** What an application is made of; only the first two must be said. */
export interface ApplicationSettings {
  readonly database: DatabaseSettings;
  readonly blobs: BlobSettings;
  readonly limits?: Partial<CatalogLimits> | undefined;
  readonly decodes?: DecodeLimits | undefined;
  /** How often, and from which age on, blobs without a record are swept; `undefined` for hourly and an hour. */
  readonly sweep?: SweepSettings | 'never' | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: IdGenerator | undefined;
  readonly events?: ApplicationEvents | undefined;
}

export interface SweepSettings {
  readonly everyMs: number;
  readonly graceMs: number;
}

/** What an application tells of its work in the background. */
export interface ApplicationEvents {
  swept(report: SweepReport): void;
  sweepFailed(error: unknown): void;
}
