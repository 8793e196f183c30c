import {
  MOST_PICTURES,
  ReadAudit,
  UserDirectory,
  type AuditEntry,
  type AuditFilter,
  type Caller,
  type JoinedEntries,
} from '@cairn/access';
import { ApiKeyRepository, AuditTrail, UserRepository } from '@cairn/access/spi';
import { FileName, type Image } from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import { Trash, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import { grouped } from './grouped.js';

/** How many entries by others are counted; beyond it there are more. */
const MOST_NEW = 1_000;
const MOST_NEW_ROWS = 20;

/** An image of a row. `image` is absent for one in the trash. */
export interface ActivityPicture {
  readonly id: string;
  readonly name: string;
  readonly image?: Image | undefined;
  readonly thumbhash?: string | undefined;
}

/** What somebody did in one go. */
export interface ActivityRow {
  /** The first entry of the row. */
  readonly first: AuditEntry;
  /** When the last entry was made, in epoch milliseconds. */
  readonly lastAt: number;
  /** How often it was done. */
  readonly count: number;
  readonly imageCount: number;
  /** Those that there are still, in the account or its trash. */
  readonly pictures: readonly ActivityPicture[];
  /** The name of the user or key, if it is known. */
  readonly by?: string | undefined;
}

/** What others added since a user last looked. Times in epoch milliseconds. */
export interface NewActivity {
  readonly seenAt: number;
  readonly latestAt?: number | undefined;
  /** Images, and other additions. */
  readonly count: number;
  readonly isMore: boolean;
  readonly rows: readonly ActivityRow[];
}

type Joined = Pick<ActivityRow, 'first' | 'lastAt' | 'count' | 'imageCount'> & {
  readonly images: readonly string[];
};

/** Reads the audit trail as rows with names and pictures. A page takes the same number of queries, however long it is. */
export class ReadActivity {
  static readonly ports = {
    readAudit: ReadAudit,
    audit: AuditTrail,
    keys: ApiKeyRepository,
    users: UserRepository,
    directory: UserDirectory,
    catalog: CatalogRepository,
    trash: Trash,
  };

  constructor(private readonly ports: PortsOf<typeof ReadActivity.ports>) {}

  /**
   * The latest first, by when rows began. A filter for an image finds entries, which are not joined.
   * @throws {ScopeMissing} as `ReadAudit`.
   */
  async execute(caller: Caller, filter: AuditFilter, page: PageRequest): Promise<Page<ActivityRow>> {
    const rows = filter.thing?.type === 'image' ? undefined : 'first';
    const { items, ...rest } = await this.ports.readAudit.execute(caller, { ...filter, rows }, page);
    const joined = rows === undefined ? [] : await this.ports.audit.joined(items.map(({ id }) => id));
    const sums = new Map(joined.map((one) => [one.first, one]));
    const all = items.map((first) => summed(first, sums.get(first.id)));
    return { ...rest, items: await this.shown(all) };
  }

  /** What others added to the account of a user since they last looked. @throws {UserNotFound} */
  async news(userId: string): Promise<NewActivity> {
    const { audit, users } = this.ports;
    const { accountId, createdAt, activitySeenAt: seenAt = createdAt } = await users.get(userId);
    const filter = { accountId, from: 'others', since: seenAt + 1 } as const;
    const { items, next } = await audit.list(filter, { limit: MOST_NEW });
    const rows = grouped(items, ({ id, joinedTo }) => joinedTo?.first ?? id);
    const latest = [...rows.values()].slice(0, MOST_NEW_ROWS).flatMap(gathered);
    return {
      seenAt,
      latestAt: items[0]?.at,
      count: items.reduce((sum, { imageCount = 1 }) => sum + imageCount, 0),
      isMore: next !== undefined,
      rows: await this.shown(latest),
    };
  }

  /** From now on, what was added up to then is not new to the user. A later time stays. */
  async markSeen(userId: string, until: number): Promise<void> {
    await this.ports.users.markActivitySeen(userId, until);
  }

  private async shown(rows: readonly Joined[]): Promise<readonly ActivityRow[]> {
    const [names, pictures] = await Promise.all([this.namesOf(rows), this.picturesOf(rows)]);
    return rows.map(({ images, ...row }) => ({
      ...row,
      pictures: images.flatMap((id) => pictures.get(`${row.first.accountId} ${id}`) ?? []),
      by: names.get(row.first.principal),
    }));
  }

  /** By principal. Those who add to an account are known by their names, as whoever shared it with them chose them. */
  private async namesOf(rows: readonly Joined[]): Promise<ReadonlyMap<string, string>> {
    const { keys, directory } = this.ports;
    const principals = [...new Set(rows.map(({ first }) => first.principal))];
    const ids = (kind: string): readonly string[] =>
      principals.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
    const [userIds, keyIds] = [ids('user:'), ids('key:')];
    const users = userIds.length === 0 ? [] : await directory.find(userIds);
    const found = keyIds.length === 0 ? [] : await keys.find(keyIds);
    return new Map([
      ...users.map(({ id, name }): [string, string] => [`user:${id}`, name]),
      ...found.map(({ id, name }): [string, string] => [`key:${id}`, name]),
    ]);
  }

  /** By account and identifier. */
  private async picturesOf(rows: readonly Joined[]): Promise<ReadonlyMap<string, ActivityPicture>> {
    const { catalog, trash } = this.ports;
    const pictures = new Map<string, ActivityPicture>();
    for (const [accountId, own] of grouped(rows, ({ first }) => first.accountId)) {
      const ids = [...new Set(own.flatMap(({ images }) => images))];
      if (ids.length === 0) continue;
      const put = (picture: ActivityPicture): void =>
        void pictures.set(`${accountId} ${picture.id}`, picture);
      const images = await catalog.find(accountId, ids);
      for (const image of images) put(pictureOf(image));
      const gone = ids.filter((id) => !pictures.has(`${accountId} ${id}`));
      const deleted = gone.length === 0 ? [] : await trash.find(accountId, gone);
      for (const { id, title, thumbhash, kind } of deleted)
        if (kind === 'image')
          put({ id, name: FileName.shown(title.slice(title.lastIndexOf('/') + 1)), thumbhash });
    }
    return pictures;
  }
}

function pictureOf(image: Image): ActivityPicture {
  const appearance = image.description?.appearance;
  return {
    id: image.id,
    name: FileName.shown(image.fileName),
    image,
    thumbhash: typeof appearance === 'object' ? appearance.thumbhash : undefined,
  };
}

/** A row from its first entry and what was joined to it. */
function summed(first: AuditEntry, joined: JoinedEntries | undefined): Joined {
  const { at, count = 1, imageCount = 0, images = [] } = first;
  if (joined === undefined) return { first, lastAt: at, count, imageCount, images };
  return {
    first,
    lastAt: Math.max(at, joined.lastAt),
    count: count + joined.count,
    imageCount: imageCount + joined.imageCount,
    images: firstOf([...images, ...joined.images]),
  };
}

/** A row from those of its entries that are new, the latest first. */
function gathered(entries: readonly AuditEntry[]): readonly Joined[] {
  const [last] = entries;
  const first = entries.at(-1);
  if (last === undefined || first === undefined) return [];
  return [
    {
      first,
      lastAt: last.at,
      count: entries.reduce((sum, { count = 1 }) => sum + count, 0),
      imageCount: entries.reduce((sum, { imageCount = 0 }) => sum + imageCount, 0),
      images: firstOf(entries.flatMap(({ images = [] }) => images)),
    },
  ];
}

const firstOf = (images: readonly string[]): readonly string[] =>
  [...new Set(images)].slice(0, MOST_PICTURES);
