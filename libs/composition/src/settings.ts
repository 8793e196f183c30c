import type { S3Options } from '@cairn/adapter-minio';
import type { DecodeLimits } from '@cairn/adapter-sharp';
import type { Repositories } from '@cairn/adapter-typeorm';
import type { BlobAddresses, BlobStore, CatalogLimits, SweepReport } from '@cairn/images';
import type { Clock, EventConsumer, IdGenerator } from '@cairn/kernel';

/** Where records are kept. */
export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string; readonly reserveInBytes?: number | undefined }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' }
  | CustomDatabase;

/** Repositories that somebody made elsewhere; each must pass the contract of its port. */
export interface CustomDatabase extends CustomPart {
  readonly kind: 'custom';
  readonly repositories: Repositories;
  /** What spaces say of where they are stored; `custom` where it is not said. */
  readonly storageId?: string | undefined;
  /** Whether this process, of all that share the database, does periodic work now; always where it is not said. */
  readonly leads?: (() => Promise<boolean>) | undefined;
}

/** Where image bytes are kept. */
export type BlobSettings =
  | { readonly kind: 'fs'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Options)
  | { readonly kind: 'memory' }
  | CustomBlobs;

/** A blob store that somebody made elsewhere; it must pass the contract of its port. */
export interface CustomBlobs extends CustomPart {
  readonly kind: 'custom';
  readonly store: BlobStore;
  /** Where clients can read blobs from the store itself, if they can. */
  readonly addresses?: BlobAddresses | undefined;
}

/** What an application does with resources that it is given. */
export interface CustomPart {
  /** Rejects with `StorageUnavailable` or `StorageFull` when it cannot be used now. */
  readonly check?: (() => Promise<void>) | undefined;
  /** Called once, when the application is closed or cannot be made. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** What an application is made of; only the first two must be said. */
export interface ApplicationSettings {
  readonly database: DatabaseSettings;
  readonly blobs: BlobSettings;
  readonly limits?: Partial<CatalogLimits> | undefined;
  readonly decodes?: DecodeLimits | undefined;
  /** How blobs without a record are swept; what is not said is as in {@link SweepSettings}. */
  readonly sweep?: SweepSettings | 'never' | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: IdGenerator | undefined;
  /** Are given every event besides Cairn's own consumers. */
  readonly consumers?: readonly EventConsumer[] | undefined;
  readonly events?: ApplicationEvents | undefined;
}

export interface SweepSettings {
  /** Hourly unless said. */
  readonly everyMs?: number | undefined;
  /** From which age on blobs without a record go to quarantine: an hour unless said. */
  readonly graceMs?: number | undefined;
  /** How long they stay there before they are deleted: 7 days unless said. */
  readonly quarantineMs?: number | undefined;
}

/** What an application tells of its work in the background. */
export interface ApplicationEvents {
  swept(report: SweepReport): void;
  /** A run of a job failed; the next one is tried. */
  jobFailed(job: string, error: unknown): void;
  /** An event could not be handled, or the outbox not be read; it is tried again. */
  consumerFailed(consumer: string, error: unknown): void;
}
