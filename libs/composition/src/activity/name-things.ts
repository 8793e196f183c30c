import type { AuditedResource, AuditedThing, AuditEntry } from '@cairn/access';
import { ApiKeyRepository, LinkRepository } from '@cairn/access/spi';
import { addressOf, FileName } from '@cairn/images';
import { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import { DomainError, removedSpaceOf, Trash, type PortsOf, type TrashEntry } from '@cairn/kernel';
import { MapRepository } from '@cairn/maps/spi';
import { SpaceRepository } from '@cairn/spaces/spi';
import { grouped } from './grouped.js';

/** An entry before its thing is named. */
export interface UnnamedEntry {
  readonly entry: AuditEntry;
  /** What its thing, a link, opens, or opened before it was deleted. */
  readonly opens?: AuditedResource | undefined;
}

/** How many deleted spaces are searched for the title of one. */
const SEARCHED_SPACES = 20;

const keyOf = ({ type, id }: AuditedResource): string => `${type} ${id}`;

/**
 * Gives entries the names that things have now, also in the trash: later they may be called otherwise, or be gone. Only
 * things of the account of the entry are named.
 */
export class NameThings {
  static readonly ports = {
    catalog: CatalogRepository,
    albums: AlbumRepository,
    spaces: SpaceRepository,
    maps: MapRepository,
    links: LinkRepository,
    keys: ApiKeyRepository,
    trash: Trash,
  };

  constructor(private readonly ports: PortsOf<typeof NameThings.ports>) {}

  /** In the same order. Looks up each thing once. */
  async execute(entries: readonly UnnamedEntry[]): Promise<readonly AuditEntry[]> {
    const named = new Map<UnnamedEntry, AuditEntry>();
    for (const [accountId, own] of grouped(entries, ({ entry }) => entry.accountId)) {
      const addresses = await this.addressesOf(accountId, own);
      const titles = new Map<string, Promise<string | undefined>>();
      for (const one of own) {
        const thing = one.entry.thing ?? folderOf(one.entry, addresses);
        const title =
          thing && (await this.titleOf(thing, { accountId, opens: one.opens, addresses, titles }));
        named.set(one, {
          ...one.entry,
          ...(thing && { thing: { ...thing, ...(title !== undefined && { title }) } }),
        });
      }
    }
    return entries.map((one) => named.get(one) ?? one.entry);
  }

  /** The addresses of images, by identifier. */
  private async addressesOf(
    accountId: string,
    entries: readonly UnnamedEntry[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(entries.flatMap(imagesIn));
    if (ids.size === 0) return new Map();
    const images = await this.ports.catalog.find(accountId, [...ids]);
    const addresses = new Map(images.map((image) => [image.id, addressOf(image)]));
    const gone = [...ids].filter((id) => !addresses.has(id));
    const deleted = gone.length === 0 ? [] : await this.ports.trash.find(accountId, gone);
    for (const { id, kind, title } of deleted) if (kind === 'image') addresses.set(id, title);
    return addresses;
  }

  private async titleOf(thing: AuditedThing, known: Known): Promise<string | undefined> {
    const { titles } = known;
    const found = titles.get(keyOf(thing)) ?? this.find(thing, known);
    titles.set(keyOf(thing), found);
    return await found;
  }

  private async find({ type, id }: AuditedThing, known: Known): Promise<string | undefined> {
    const { accountId, addresses } = known;
    const { albums, spaces, maps, links, keys } = this.ports;
    switch (type) {
      case 'folder':
        return id;
      case 'image':
        return shownName(addresses.get(id));
      case 'album': {
        const found = await orNone(albums.get({ owner: accountId, id }));
        return found?.album.title ?? (await this.inTrash(accountId, id))?.title;
      }
      case 'space': {
        const space = await orNone(spaces.get(id));
        if (space === undefined) return await this.removedSpace(accountId, id);
        return space.owner === accountId ? space.title : undefined;
      }
      case 'map': {
        const map = await maps.find({ owner: accountId, id });
        return map?.title ?? (await this.inTrash(accountId, id))?.title;
      }
      case 'link': {
        const opens = known.opens ?? (await orNone(links.get(accountId, id)))?.resource;
        return opens && (await this.titleOf(opens, { ...known, opens: undefined }));
      }
      case 'key': {
        const key = await orNone(keys.get(id));
        return key?.accountId === accountId ? key.name : undefined;
      }
    }
  }

  private async inTrash(accountId: string, id: string): Promise<TrashEntry | undefined> {
    const [entry] = await this.ports.trash.find(accountId, [id]);
    return entry;
  }

  /** Its entry has the identifier of the deletion. */
  private async removedSpace(accountId: string, id: string): Promise<string | undefined> {
    const page = { limit: SEARCHED_SPACES };
    const { items } = await this.ports.trash.list(accountId, { kind: 'space' }, page);
    return items.find((entry) => removedSpaceOf(entry) === id)?.title;
  }
}

interface Known {
  readonly accountId: string;
  readonly opens: AuditedResource | undefined;
  /** Of images, by identifier. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly titles: Map<string, Promise<string | undefined>>;
}

/** The images whose addresses an entry needs. */
function imagesIn({ entry: { thing, images = [] }, opens }: UnnamedEntry): readonly string[] {
  const named = [thing, opens].flatMap((one) => (one?.type === 'image' ? [one.id] : []));
  return thing === undefined ? [...named, ...images] : named;
}

/** The folder of the images of an entry that is about nothing else; `undefined` for the top, or several. */
function folderOf(
  { images = [] }: AuditEntry,
  addresses: ReadonlyMap<string, string>,
): AuditedThing | undefined {
  const paths = new Set(images.map((id) => folderIn(addresses.get(id) ?? '')));
  const [path = ''] = paths;
  return paths.size === 1 && path !== '' ? { type: 'folder', id: path } : undefined;
}

const folderIn = (address: string): string => address.slice(0, Math.max(0, address.lastIndexOf('/')));

/** The end of an address as people see it: without what makes that of a private image unguessable. */
const shownName = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : FileName.shown(address.slice(address.lastIndexOf('/') + 1));

/** `undefined` for what is not there. */
async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
