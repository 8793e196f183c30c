import { join, resolve } from 'node:path';
import { defaultHttpSettings, type HttpSettings, type Limits } from '@cairn/http/settings';
import { blobSettings, capabilitiesOf, s3KeyOf, type ApplicationSettings } from '@cairn/composition';
import type { KeySecret } from '@cairn/access';
import { TransformPolicy } from '@cairn/images';
import { tracingSettingsOf, type TracingSettings } from './tracing-settings.js';
import { closest } from 'fastest-levenshtein';
import { baseMapFaults, baseMapSettings } from './base-map.js';
import { backupFaults, backupSettings } from './backup-settings.js';
import {
  featureFilesOf,
  featureLimitsOf,
  featureQuotaOf,
  hotSpacesOf,
  tileSettingsOf,
} from './feature-settings.js';
import { defaultHubAuth, hubAuthFault } from './hub-auth.js';
import { identityProviderFaults, identityProviderSettings } from './identity-provider.js';
import { hidesApi } from './hidden-api.js';
import { metricsFaults } from './metrics-settings.js';
import { OWN_HOST, OWN_PORT } from './usual-address.js';
import { publicDoorFaults, publicDoorSettings, type PublicDoorSettings } from './public-door.js';
import { variables, type Variable } from './variables.js';

const defaults = defaultHttpSettings;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The settings of the server. */
export interface ServerSettings extends HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. Default: derived from host and port. */
  readonly baseUrl: string | undefined;
  readonly cdnUrl: string | undefined;
  /** Where the metrics are; absent if they are at `/metrics` for keys with the scope `admin`. */
  readonly metrics: { readonly host: string; readonly port: number } | 'off' | undefined;
  /** Absent where there is no public door. */
  readonly publicDoor: PublicDoorSettings | undefined;
  readonly bootstrapKey: KeySecret | undefined;
  readonly logLevel: string;
  /** Statements that take so long are logged; 0 for none. */
  readonly slowQueryMs: number;
  /** Absent if no traces are recorded. */
  readonly tracing: TracingSettings | undefined;
  readonly application: ApplicationSettings;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is invalid. `faults` has one line for each fault. */
export class InvalidSettings extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

type Variables = typeof variables;
type Values = { readonly [Name in keyof Variables]: ReturnType<Variables[Name]['parse']> | undefined };

/** @throws {InvalidSettings} with all faults. */
export function parseSettings(env: Environment): ServerSettings {
  const faults = unknownNames(env);
  const parse = ([name, { example, parse: parser }]: [string, Variable<unknown>]): [string, unknown] => {
    const text = env[name];
    if (text === undefined || text === '') return [name, undefined];
    try {
      return [name, parser(text)];
    } catch (error) {
      faults.push(
        `${name} ${error instanceof Error ? error.message : String(error)}, for example ${name}=${example}`,
      );
      return [name, undefined];
    }
  };
  const values = Object.fromEntries(Object.entries(variables).map(parse)) as Values;
  if (hidesApi(values))
    faults.push(
      'CAIRN_CDN_URL must have a host or a path of its own, or it hides the API, for example CAIRN_CDN_URL=https://cdn.example.org',
    );
  const dataDir = resolve(values.CAIRN_DATA_DIR ?? './data');
  const blobs = blobSettings(
    values.CAIRN_BLOB_URL ?? { kind: 'fs', directory: join(dataDir, 'blobs') },
    s3KeyOf(env),
  );
  if (blobs === undefined)
    faults.push(
      'CAIRN_BLOB_URL must hold a key and a secret where AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY do not, for example CAIRN_BLOB_URL=s3://key:secret@host/bucket',
    );
  const database = databaseOf(values, dataDir);
  if (values.CAIRN_DATABASE_MIGRATE !== undefined && database.kind !== 'postgres')
    faults.push(
      'CAIRN_DATABASE_MIGRATE is of PostgreSQL: leave it out, or set CAIRN_DATABASE_URL, for example CAIRN_DATABASE_URL=postgres://cairn:secret@db/cairn',
    );
  const isBlobUrlValid = values.CAIRN_BLOB_URL !== undefined || !env['CAIRN_BLOB_URL'];
  if (
    values.CAIRN_CDN_MODE === 'redirect' &&
    isBlobUrlValid &&
    blobs !== undefined &&
    !capabilitiesOf({ database, blobs }).blobAddresses
  )
    faults.push(
      'CAIRN_CDN_MODE may be redirect only where CAIRN_BLOB_URL is an S3 address, for example CAIRN_CDN_MODE=stream',
    );
  faults.push(...backupFaults(values, database));
  const reach = {
    host: values.CAIRN_HOST ?? OWN_HOST,
    baseUrl: values.CAIRN_BASE_URL,
    cdnUrl: values.CAIRN_CDN_URL,
    publicDoor: publicDoorSettings(values),
  };
  faults.push(...metricsFaults(values));
  const openFault = hubAuthFault(values.CAIRN_HUB_AUTH, reach);
  if (openFault !== undefined) faults.push(openFault);
  faults.push(...identityProviderFaults(values, env), ...baseMapFaults(values, env));
  const tracing = tracingSettingsOf(env, faults);
  faults.push(...publicDoorFaults(values));
  if (blobs === undefined || faults.length > 0) throw new InvalidSettings(faults);
  const { CAIRN_AUDIT_DAYS: auditDays = 90 } = values;
  return {
    ...reach,
    port: values.CAIRN_PORT ?? OWN_PORT,
    cdnMode: values.CAIRN_CDN_MODE ?? defaults.cdnMode,
    cacheControl: values.CAIRN_CDN_CACHE_CONTROL ?? defaults.cacheControl,
    fileCacheInBytes: inBytes(values.CAIRN_FILE_CACHE) ?? defaults.fileCacheInBytes,
    signingKeys: values.CAIRN_SIGNING_KEYS ?? defaults.signingKeys,
    signedCacheSeconds: values.CAIRN_SIGNED_CACHE_SECONDS ?? defaults.signedCacheSeconds,
    transforms: new TransformPolicy(values.CAIRN_TRANSFORMS, values.CAIRN_PRESETS),
    usesClientHints: values.CAIRN_CLIENT_HINTS === 'on',
    featureBodyInBytes: inBytes(values.CAIRN_MAX_FEATURE_BODY) ?? defaults.featureBodyInBytes,
    featuresPerWrite: values.CAIRN_MAX_FEATURES_PER_WRITE ?? defaults.featuresPerWrite,
    importFileInBytes: inBytes(values.CAIRN_MAX_IMPORT_FILE) ?? defaults.importFileInBytes,
    offersImports: values.CAIRN_IMPORTS === 'on',
    filesPerUpload: values.CAIRN_MAX_FILES_PER_UPLOAD ?? defaults.filesPerUpload,
    trustedProxies: values.CAIRN_TRUSTED_PROXIES ?? defaults.trustedProxies,
    hubAuth: values.CAIRN_HUB_AUTH ?? defaultHubAuth(reach),
    hubTokenKey: values.CAIRN_HUB_JWT_PUBLIC_KEY,
    corsOrigins: values.CAIRN_CORS_ORIGINS ?? defaults.corsOrigins,
    embedOrigins: values.CAIRN_EMBED_ORIGINS ?? defaults.embedOrigins,
    baseMap: baseMapSettings(values),
    metrics: metricsOf(values),
    bootstrapKey: values.CAIRN_BOOTSTRAP_KEY,
    identityProvider: identityProviderSettings(values),
    rates: {
      uploads: values.CAIRN_RATE_UPLOADS ?? defaults.rates.uploads,
      requests: values.CAIRN_RATE_REQUESTS ?? defaults.rates.requests,
      failedAuth: values.CAIRN_RATE_FAILED_AUTH ?? defaults.rates.failedAuth,
      signIns: values.CAIRN_RATE_SIGN_INS ?? defaults.rates.signIns,
    },
    limits: limitsOf(values),
    audits: auditDays !== 0,
    auditsAddresses: values.CAIRN_AUDIT_ADDRESSES === 'yes',
    logLevel: values.CAIRN_LOG_LEVEL ?? 'info',
    slowQueryMs: values.CAIRN_SLOW_QUERY_MS ?? 1_000,
    tracing,
    application: {
      database,
      blobs,
      featureLimits: featureLimitsOf(values),
      featureQuota: featureQuotaOf(values),
      auditDays,
      linkKey: values.CAIRN_LINK_KEY,
      limits: {
        imageQuota: values.CAIRN_IMAGE_QUOTA ?? 10_000,
        byteQuota: values.CAIRN_BYTE_QUOTA,
        metadata: values.CAIRN_METADATA ?? 'remove',
      },
      tiles: tileSettingsOf(values),
      hotSpaces: hotSpacesOf(values),
      images: {
        kind: 'sharp',
        decodes: {
          atOnce: values.CAIRN_MAX_DECODES,
          waiting: values.CAIRN_DECODE_QUEUE,
          furtherTypes: values.CAIRN_IMAGE_TYPES,
        },
        renders: {
          processes: values.CAIRN_MAX_RENDERS,
          waiting: values.CAIRN_RENDER_QUEUE,
          maxSeconds: values.CAIRN_RENDER_SECONDS,
        },
      },
      featureFiles: featureFilesOf(values),
      outgoing: { kind: 'http', allowedAddresses: values.CAIRN_ALLOWED_ADDRESSES ?? [] },
      derivativesInBytes: (values.CAIRN_DERIVATIVES ?? 1024) * 1024 * 1024,
      backup: backupSettings(values),
      trashDays: values.CAIRN_TRASH_DAYS,
      trashBytes: values.CAIRN_TRASH_COUNTS === 'no' ? 'free' : 'counted',
      sweep: { quarantineMs: (values.CAIRN_QUARANTINE_DAYS ?? 7) * DAY_MS },
    },
  };
}

function metricsOf(values: Values): ServerSettings['metrics'] {
  if (values.CAIRN_METRICS === 'off') return 'off';
  if (values.CAIRN_METRICS_PORT === undefined) return undefined;
  return { host: values.CAIRN_METRICS_HOST ?? OWN_HOST, port: values.CAIRN_METRICS_PORT };
}

const inBytes = (mebibytes: number | undefined): number | undefined =>
  mebibytes === undefined ? undefined : mebibytes * 1024 * 1024;

function limitsOf(values: Values): Limits {
  const { limits } = defaults;
  return {
    connections: values.CAIRN_MAX_CONNECTIONS ?? limits.connections,
    connectionsPerAddress: values.CAIRN_MAX_CONNECTIONS_PER_ADDRESS ?? limits.connectionsPerAddress,
    uploads: values.CAIRN_MAX_UPLOADS ?? limits.uploads,
    waitingUploads: values.CAIRN_UPLOAD_QUEUE ?? limits.waitingUploads,
    imports: values.CAIRN_MAX_IMPORTS ?? limits.imports,
    answerBytes: inBytes(values.CAIRN_ANSWER_MEMORY) ?? limits.answerBytes,
    eventStreams: values.CAIRN_MAX_EVENT_STREAMS ?? limits.eventStreams,
    stallMs: values.CAIRN_STALL_SECONDS ?? limits.stallMs,
    bodyBytesPerSecond: values.CAIRN_MIN_UPLOAD_RATE ?? limits.bodyBytesPerSecond,
  };
}

type DatabaseSettings = ApplicationSettings['database'];

function databaseOf(values: Values, dataDir: string): DatabaseSettings {
  const database = values.CAIRN_DATABASE_URL ?? { kind: 'sqlite', file: join(dataDir, 'cairn.db') };
  const { CAIRN_DISK_RESERVE: mebibytes, CAIRN_DATABASE_MIGRATE: migrate } = values;
  if (database.kind === 'sqlite' && mebibytes !== undefined)
    return { ...database, reserveInBytes: mebibytes * 1024 * 1024 };
  return database.kind === 'postgres' && migrate !== undefined ? { ...database, migrate } : database;
}

function unknownNames(env: Environment): string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => /^CAIRN_(?!TEST_|KEY$)/.test(name) && !known.includes(name))
    .map((name) => `${name} is not a setting; the nearest one is ${closest(name, known)}`);
}
