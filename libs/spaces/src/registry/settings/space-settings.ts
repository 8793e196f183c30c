import type { JsonMembers } from '../../json/json.js';
import type { License } from './licenses.js';

/** A notice of who holds the rights on the content. */
export interface CopyrightNotice {
  readonly label?: string;
  readonly alt?: string;
}

/** A name for a version of the space; without a version it names the latest one. */
export interface SpaceTag {
  readonly version?: number;
  readonly description?: string;
}

/** A path of a property, or some with their orders. */
export type SortableProperty = string | Readonly<Record<string, string>>;

/** The settings of a space besides title and description; plain JSON. A member that is absent has its default. */
export interface SpaceSettings extends ClientSettings {
  /**
   * Members that are indexed because searches asked for them. The keys are as in `searchableProperties`. The values are
   * the times when they were last asked for, in epoch milliseconds, a day early or late. Kept by `IndexByUse`.
   */
  readonly indexedByUse?: Readonly<Record<string, number>>;
}

/** What a client can set. */
export interface ClientSettings {
  /** Whether everyone with a credential may read the features. Default: no. */
  readonly shared?: boolean;
  readonly copyright?: readonly CopyrightNotice[];
  readonly license?: License;
  /** Any data of the client, up to `MAX_CLIENT_BYTES` as JSON. */
  readonly client?: JsonMembers;
  /** Paths of properties, to be indexed (`true`) or never to be (`false`). */
  readonly searchableProperties?: Readonly<Record<string, boolean>>;
  /** Any data of XYZ Hub clients. Results are sorted without it. */
  readonly sortableProperties?: readonly (readonly SortableProperty[])[];
  readonly packages?: readonly string[];
  /** Where the content is, according to a client; used only in listings. */
  readonly region?: string;
  readonly tags?: Readonly<Record<string, SpaceTag>>;
  /** Number of versions kept of a feature. Default: 1, the latest. */
  readonly versionsToKeep?: number;
  /** Whether the features cannot be written. Default: they can. */
  readonly readOnly?: boolean;
  /** Whether the features can be used at all. Default: they can. */
  readonly active?: boolean;
  /** The zoom levels of tiles that the content is made for. */
  readonly minTileLevel?: number;
  readonly maxTileLevel?: number;
  /** For how many milliseconds a vector tile may be shown without asking whether it changed. Default: not at all. */
  readonly cacheTTL?: number;
}
