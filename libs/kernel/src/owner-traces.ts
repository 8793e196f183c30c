/** The kinds of records that name an owner, or who acted for one. */
export const traceKinds = [
  'accounts',
  'users',
  'sessions',
  'invites',
  'identities',
  'passkeys',
  'challenges',
  'keys',
  'grants',
  'groups',
  'members',
  'links',
  'uploadTokens',
  'auditEntries',
  'quotas',
  'reservations',
  'preparedUploads',
  'addresses',
  'images',
  'imageIndex',
  'albums',
  'folderDefaults',
  'signingKeys',
  'trash',
  'contributions',
  'guests',
  'spaces',
  'maps',
  'mapLayers',
  'photoLinks',
  'jobs',
  'idempotencyKeys',
  'webhooks',
  'deliveries',
] as const;

export type TraceKind = (typeof traceKinds)[number];

/** Numbers of records by kind. Kinds without any are left out. */
export type TraceCounts = Readonly<Partial<Record<TraceKind, number>>>;

/** Of whom everything is erased. */
export interface Erased {
  readonly owner: string;
  /** Who acted for them, as `user:ID` or `key:ID`. */
  readonly actors: readonly string[];
}

/** Takes the place of an erased actor where a record must name one. */
export const ERASED_ACTOR = 'erased';

/** The ids of those actors that are users. */
export function erasedUsers({ actors }: Pick<Erased, 'actors'>): readonly string[] {
  return actors.flatMap((actor) => (actor.startsWith('user:') ? [actor.slice('user:'.length)] : []));
}

/**
 * What a database still knows of an owner. Images, prepared uploads, albums, spaces, maps, photo links, users, the trash and addresses are
 * deleted by their own repositories, for the sake of their bytes and events: this port only counts them.
 */
export abstract class OwnerTraces {
  /** All records that name them. May scan tables. */
  abstract count(erased: Erased): Promise<TraceCounts>;

  /**
   * Erases a part of all other records in one transaction, and returns how many those were; nothing once there is nothing
   * left. A record of others that names an actor stays, and forgets the actor. Keys are revoked first, with all that were
   * made by them. An account and a quota stay while something is left that belongs to them.
   */
  abstract erase(erased: Erased): Promise<TraceCounts>;
}
