import type { UserDirectory } from '@cairn/access';
import type { OptionalImageType, SweepReport, CatalogLimits } from '@cairn/images';
import type { BlobAddresses, BlobStore, ImageProcessor, ImageRenderer } from '@cairn/images/spi';
import type { MapPainter } from '@cairn/maps/spi';
import type { Clock, EventConsumer, IdGenerator, OutgoingHttp, SlowStatements } from '@cairn/kernel';
import type { PhotoAddressSettings } from '@cairn/photo-places';
import type { FeatureLimits, FeatureQuota, TileLimits } from '@cairn/spaces';
import type { FeatureFiles } from '@cairn/spaces/spi';
import type { BackupSettings, SweepSettings } from './background-settings.js';
import type { DatabaseAdapters } from './database-ports.js';
import type { StoreMeasures } from './store-measures.js';

/** Where records are stored. */
export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string; readonly reserveInBytes?: number | undefined }
  | PostgresSettings
  | { readonly kind: 'memory' }
  | CustomDatabase;

// These are the options of the adapters, which are not installed where they are not used: their types are told here, too,
// and the compiler compares both where the settings are passed on.

/**
 * A PostgreSQL database: by an address, by options of `pg`, or by those of a TypeORM data source, whose connections are not
 * used.
 */
export type PostgresSettings = { readonly kind: 'postgres' } & (
  | { readonly url: string }
  | { readonly options: Readonly<Record<string, unknown>> }
  | { readonly dataSource: { readonly options: object } }
) & {
    /** The schema of the tables, which is created where it is missing; by default the first one of the search path. */
    readonly schema?: string | undefined;
    /** `run`, the default, brings the tables up to date; `check` fails if they are not; `never` does not look. */
    readonly migrate?: 'run' | 'check' | 'never' | undefined;
  };

/** A connection of `pg`, such as a client of its pool. */
export interface CallerConnection {
  readonly query: (...args: never[]) => unknown;
}

/** Custom repositories. Each must pass the contract of its port. */
export interface CustomDatabase extends CustomPart {
  readonly kind: 'custom';
  readonly repositories: DatabaseAdapters;
  /** The storage identifier shown for spaces; `custom` by default. */
  readonly storageId?: string | undefined;
  /** Whether this process currently does the periodic work of all that share the database; always by default. */
  readonly leads?: (() => Promise<boolean>) | undefined;
}

/** Where image bytes are stored. */
export type BlobSettings =
  | { readonly kind: 'fs'; readonly directory: string }
  | S3Settings
  | { readonly kind: 'memory' }
  | CustomBlobs;

/** What requests to S3 are signed with. A session token belongs to keys that expire. */
export interface S3Key {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string | undefined;
}

/** A bucket of an S3-compatible store, with a key; or with a function that is asked for one before each call. */
export type S3Settings = S3Bucket & (S3Key | { readonly credentials: () => Promise<S3Key> | S3Key });

interface S3Bucket {
  readonly kind: 's3';
  readonly host: string;
  /** Defaults to the scheme's port. */
  readonly port?: number | undefined;
  readonly tls: boolean;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all object keys: empty, or ending in a slash. */
  readonly prefix: string;
  /** Public address of the same service when readers cannot reach `host`, such as `https://s3.example.org`. */
  readonly publicUrl?: string | undefined;
}

/** A custom blob store. It must pass the contract of its port. */
export interface CustomBlobs extends CustomPart {
  readonly kind: 'custom';
  readonly store: BlobStore;
  /** Signed addresses at which clients read blobs from the store itself, if it offers them. */
  readonly addresses?: BlobAddresses | undefined;
}

/** Hooks for custom resources. */
export interface CustomPart {
  /** Rejects with `StorageUnavailable` or `StorageFull` when the resource cannot be used. */
  readonly check?: (() => Promise<void>) | undefined;
  /** Called once, when the application is closed or fails to open. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** What reads and renders images. `memory` tells formats and sizes, and only describes what it would render. */
export type ImageSettings =
  | {
      readonly kind: 'sharp';
      readonly decodes?: DecodeLimits | undefined;
      readonly renders?: RenderLimits | undefined;
      /** Of pictures of maps. */
      readonly maps?: RenderLimits | undefined;
    }
  | { readonly kind: 'memory' }
  | CustomImages;

/** Custom adapters for images. Each must pass the contract of its port. */
export interface CustomImages extends Pick<CustomPart, 'close'> {
  readonly kind: 'custom';
  readonly processor: ImageProcessor;
  readonly renderer: ImageRenderer;
  /** Paints pictures of maps; by default there are none. */
  readonly painter?: MapPainter | undefined;
}

/** How many images are decoded at once, how many more may wait, and which types are accepted. */
export interface DecodeLimits {
  readonly atOnce?: number | undefined;
  readonly waiting?: number | undefined;
  /** Types that are accepted besides those that browsers show. Default: HEIC, if its decoder is installed. */
  readonly furtherTypes?: readonly OptionalImageType[] | undefined;
}

/** How many processes render, how many requests may wait for them, and how long one may take. */
export interface RenderLimits {
  /** As many as processors by default, 4 at most. */
  readonly processes?: number | undefined;
  readonly waiting?: number | undefined;
  readonly maxSeconds?: number | undefined;
}

/**
 * What reads and writes files of other formats than GeoJSON. `processes` reads each file in a process of its own, by the package
 * `@cairn/adapter-formats`; `none` refuses every file.
 */
export type FeatureFilesSettings =
  ({ readonly kind: 'processes' } & FileProcessLimits) | { readonly kind: 'none' } | CustomFeatureFiles;

/** How many processes read and write files, how many requests may wait for them, and how long one may take. */
export interface FileProcessLimits {
  /** 2 by default. */
  readonly processes?: number | undefined;
  /** 100 by default. */
  readonly waiting?: number | undefined;
  /** Half an hour by default, not counting the time in which the file waits for what is made of it. */
  readonly maxSeconds?: number | undefined;
  /** Where files are kept meanwhile; the folder of the system by default. */
  readonly folder?: string | undefined;
}

/** A custom adapter for files of features. It must pass the contract of its port. */
export interface CustomFeatureFiles extends Pick<CustomPart, 'close'> {
  readonly kind: 'custom';
  readonly files: FeatureFiles;
}

/**
 * How requests are sent to other servers. `http` reaches public addresses, and those that are allowed: addresses,
 * networks and names of hosts. `none` refuses every request.
 */
export type OutgoingSettings =
  | { readonly kind: 'http'; readonly allowedAddresses?: readonly string[] | undefined }
  | { readonly kind: 'none' }
  | { readonly kind: 'custom'; readonly http: OutgoingHttp };

/** Settings of an application. Only the first two are required. */
export interface ApplicationSettings {
  readonly database: DatabaseSettings;
  readonly blobs: BlobSettings;
  readonly limits?: Partial<CatalogLimits> | undefined;
  readonly featureLimits?: Partial<FeatureLimits> | undefined;
  /** How much an account may have in all its spaces; any number by default. */
  readonly featureQuota?: FeatureQuota | undefined;
  /** What features of photos say of where their files are; below `/cdn` and without thumbnails by default. */
  readonly photos?: PhotoAddressSettings | undefined;
  readonly tiles?: TileSettings | undefined;
  /**
   * The features of spaces that are read often are kept in memory, by the package `@cairn/adapter-hot`; none are by
   * default.
   */
  readonly hotSpaces?: HotSpacesSettings | undefined;
  /** How images are read and rendered; `sharp` by default. */
  readonly images?: ImageSettings | undefined;
  /** What reads and writes files of features; by default `processes` if its package is installed, or else `none`. */
  readonly featureFiles?: FeatureFilesSettings | undefined;
  /** How requests are sent to other servers; `none` by default. */
  readonly outgoing?: OutgoingSettings | undefined;
  /** How many bytes of rendered images are stored; 1 GiB by default. The least recently used are removed first. */
  readonly derivativesInBytes?: number | undefined;
  /** How many days deleted things can be restored; 7 by default, 0 for not at all. */
  readonly trashDays?: number | undefined;
  /** Whether the bytes of deleted images count in the quota until then; `counted` by default. */
  readonly trashBytes?: 'counted' | 'free' | undefined;
  /** Settings for sweeping blobs without a record; defaults as in {@link SweepSettings}. */
  readonly sweep?: SweepSettings | 'never' | undefined;
  /** `off` starts no job and no consumer of events: another process does that work. By default this one does. */
  readonly background?: 'off' | undefined;
  /** Backups of SQLite or PostgreSQL, by the leading node; none by default. */
  readonly backup?: BackupSettings | undefined;
  /** The users of the application around this one, if it names them as those who ask; by default Cairn's own. */
  readonly users?: UserDirectory | undefined;
  /**
   * The key that the addresses of links are derived from: at least 32 characters that nobody can guess, the same on every
   * node. By default one that is generated at first and kept beside the blobs, in the blob store.
   */
  readonly linkKey?: string | undefined;
  /** What is told of statements of SQLite and PostgreSQL that take long; nothing by default. */
  readonly slowStatements?: SlowStatements | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: IdGenerator | undefined;
  /** How many days entries of the audit trail are kept; 90 by default, and with 0 all are removed. */
  readonly auditDays?: number | undefined;
  /** Receive every event, besides Cairn's own consumers. */
  readonly consumers?: readonly EventConsumer[] | undefined;
  /** Takes how long calls of the stores take; by default nothing is measured. */
  readonly storeMeasures?: StoreMeasures | undefined;
  /** What is not given is a warning of the process. */
  readonly events?: Partial<ApplicationEvents> | undefined;
  /** The version of this application. Background work that failed in an earlier version is tried anew. */
  readonly version?: string | undefined;
}

/** How much memory the features of spaces may take, with what is built of them; 0 for none. */
export interface HotSpacesSettings {
  readonly maxBytes: number;
}

/** How much vector tiles may hold, and how many of them are kept. */
export interface TileSettings extends Partial<TileLimits> {
  /** 64 MiB by default; 0 keeps none. */
  readonly cacheInBytes?: number | undefined;
  /** How many tiles an archive may have; `DEFAULT_ARCHIVE_TILES` by default. */
  readonly maxArchiveTiles?: number | undefined;
}

/** Callbacks about background work. What one throws is a warning of the process. */
export interface ApplicationEvents {
  swept(report: SweepReport): void;
  /** A run of a job failed; the next one is tried. */
  jobFailed(job: string, error: unknown): void;
  /** An event could not be handled, or the outbox could not be read; it is retried. */
  consumerFailed(consumer: string, error: unknown): void;
}
