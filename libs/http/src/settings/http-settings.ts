import type { KeyObject } from 'node:crypto';
import type { BaseMap } from '@cairn/api-schema';
import { TransformPolicy } from '@cairn/images';
import type { IdentityProviderSettings } from './identity-provider-settings.js';
import { defaultLimits, shareOfMemory, type Limits } from './limits.js';

/**
 * What callers without a key may do in the spaces API: nothing (`required`), everything with the spaces that have no
 * owner (`anonymous`), or everything with every space (`open`).
 */
export type HubAuth = 'anonymous' | 'required' | 'open';

/** Secrets by key name. */
export type SigningKeys = ReadonlyMap<string, string>;

/** Limits per minute; 0 for no limit. */
export interface RateSettings {
  readonly uploads: number;
  readonly requests: number;
  readonly failedAuth: number;
  /** Failed sign-ins, of an address and of a name. */
  readonly signIns: number;
}

/** A base map in place of the ground. */
export interface BaseMapSettings extends BaseMap {
  readonly origins: readonly string[];
}

/** How the HTTP interface treats its callers. */
export interface HttpSettings {
  /** Whether files are streamed through this server or clients are redirected to the blob store. */
  readonly cdnMode: 'stream' | 'redirect';
  readonly cacheControl: string;
  /** The capacity of the in-memory file cache; 0 disables it. */
  readonly fileCacheInBytes: number;
  /** The derivatives that anyone may request. */
  readonly transforms: TransformPolicy;
  /** Whether client hints set sizes that a query leaves open. */
  readonly usesClientHints: boolean;
  /** Keys for signed URLs, which may request any derivative. */
  readonly signingKeys: SigningKeys;
  /** How long caches may keep a signed response. */
  readonly signedCacheSeconds: number;
  /** Limits of a write in one transaction: the decompressed body and the number of features. */
  readonly featureBodyInBytes: number;
  readonly featuresPerWrite: number;
  /** The largest file of features that is imported. */
  readonly importFileInBytes: number;
  /** Whether images are imported from addresses of other servers. */
  readonly offersImports: boolean;
  /** How many images one request may upload. */
  readonly filesPerUpload: number;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly hubAuth: HubAuth;
  /** Verifies the tokens that the spaces API accepts besides keys. */
  readonly hubTokenKey: KeyObject | undefined;
  /** Origins whose pages may write to spaces without a key, besides the server's own. */
  readonly corsOrigins: readonly string[];
  /** Origins whose pages may have the page of a link in a frame. */
  readonly embedOrigins: readonly string[];
  /** The base map of all maps, with the origins that it loads from. Absent for the ground. */
  readonly baseMap: BaseMapSettings | undefined;
  /** Absent if users sign in only with Cairn's own credentials. */
  readonly identityProvider: IdentityProviderSettings | undefined;
  readonly rates: RateSettings;
  readonly limits: Limits;
  /** Whether there is an audit trail, and whether it has the networks of clients. */
  readonly audits: boolean;
  readonly auditsAddresses: boolean;
}

/** What applies where nothing else is set. The spaces API requires a key. */
export const defaultHttpSettings: HttpSettings = {
  cdnMode: 'stream',
  cacheControl: 'public, max-age=3600, stale-while-revalidate=60',
  fileCacheInBytes: shareOfMemory(1 / 32, 0, 64),
  transforms: new TransformPolicy(),
  usesClientHints: false,
  signingKeys: new Map(),
  signedCacheSeconds: 60,
  featureBodyInBytes: shareOfMemory(1 / 32, 12, 32),
  featuresPerWrite: 20_000,
  importFileInBytes: 2 * 1024 ** 3,
  offersImports: false,
  filesPerUpload: 100,
  trustedProxies: [],
  hubAuth: 'required',
  hubTokenKey: undefined,
  corsOrigins: [],
  embedOrigins: [],
  baseMap: undefined,
  identityProvider: undefined,
  rates: { uploads: 600, requests: 6_000, failedAuth: 100, signIns: 20 },
  limits: defaultLimits,
  audits: true,
  auditsAddresses: false,
};
