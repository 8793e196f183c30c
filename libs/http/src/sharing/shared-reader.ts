import { LinkNotFound, publicNameOf, ReadAccount, type Link } from '@cairn/access';
import type { Application } from '@cairn/composition';
import {
  AlbumNotFound,
  ImageNotFound,
  LinkClosed,
  ReadSelection,
  type AlbumPage,
  type Image,
  type SelectionTitle,
} from '@cairn/images';
import { FindPublicMap, MapNotFound, ReadMap, type MapKey } from '@cairn/maps';
import { CountFeatures, ReadSpace, SpaceForbidden, SpaceInactive, SpaceNotFound } from '@cairn/spaces';
import { callerOfLink } from '../spaces/hub-callers.js';
import { selectionOf, type SharedTitle } from './shared-view.js';

interface Neighbours {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

const SEARCHED_PER_PAGE = 1_000;

/** Reads what links open. @throws {LinkNotFound} if the shared resource is gone. */
export class SharedReader {
  private readonly read: ReadSelection;
  private readonly readAccount: ReadAccount;
  private readonly readSpace: ReadSpace;
  private readonly readMap: ReadMap;
  private readonly findPublicMap: FindPublicMap;
  private readonly countFeatures: CountFeatures;

  constructor(application: Pick<Application, 'get'>) {
    this.read = application.get(ReadSelection);
    this.readAccount = application.get(ReadAccount);
    this.readSpace = application.get(ReadSpace);
    this.readMap = application.get(ReadMap);
    this.findPublicMap = application.get(FindPublicMap);
    this.countFeatures = application.get(CountFeatures);
  }

  async title(link: Link): Promise<SharedTitle> {
    const [title, sharedBy] = await Promise.all([this.selection(link), this.sharerOf(link.accountId)]);
    return { ...title, sharedBy };
  }

  /** What a map is called, and who shares it. */
  async mapTitle(key: MapKey): Promise<SharedTitle> {
    return await found(async () => {
      const [title, sharedBy] = await Promise.all([this.map(key), this.sharerOf(key.owner)]);
      return { ...title, sharedBy };
    });
  }

  /** The map with this id, if anybody may read it. */
  async publicMap(id: string): Promise<MapKey | undefined> {
    try {
      return await this.findPublicMap.execute(id);
    } catch (error) {
      if (error instanceof MapNotFound) return undefined;
      throw error;
    }
  }

  /** The name of an account for strangers, if it has one. */
  private async sharerOf(accountId: string): Promise<string | undefined> {
    return publicNameOf(await this.readAccount.execute({ accountId, scopes: [] }, accountId));
  }

  private async selection(link: Link): Promise<SelectionTitle> {
    return await found(async () => {
      const { type, id } = link.resource;
      if (type === 'map') return await this.map({ owner: link.accountId, id });
      if (type !== 'space') return await this.read.title(selectionOf(link));
      const { title, description } = await this.readSpace.execute(callerOfLink(link), id);
      return { title, description, imageCount: undefined, cover: undefined, takesImages: false };
    });
  }

  private async map(key: MapKey): Promise<SelectionTitle> {
    const { title, description } = (await this.readMap.execute(key)).map;
    return { title, description, imageCount: undefined, cover: undefined, takesImages: false };
  }

  async images(
    link: Link,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<AlbumPage> {
    return await found(() => this.read.images(selectionOf(link), page));
  }

  /** How many features the space has. */
  async featureCount(link: Link): Promise<number> {
    return await found(() => this.countFeatures.execute(callerOfLink(link), link.resource.id));
  }

  /** @throws {LinkNotFound} also for an image that the link does not open. */
  async image(link: Link, id: string): Promise<Image> {
    return await found(() => this.read.image(selectionOf(link), id));
  }

  /** The images before and after an image, among the first thousand. */
  async neighbours(link: Link, id: string): Promise<Neighbours> {
    const { images } = await this.images(link, { limit: SEARCHED_PER_PAGE });
    const index = images.findIndex((image) => image.id === id);
    return index < 0 ? {} : { previous: images[index - 1]?.id, next: images[index + 1]?.id };
  }
}

const gone = [
  AlbumNotFound,
  ImageNotFound,
  LinkClosed,
  MapNotFound,
  SpaceNotFound,
  SpaceForbidden,
  SpaceInactive,
];

/** @throws {LinkNotFound} if the resource that a link opens is gone. */
export async function found<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw gone.some((kind) => error instanceof kind) ? new LinkNotFound() : error;
  }
}
