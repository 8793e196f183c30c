import { parseAll, type PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog-repository.js';
import { parseImagePath } from '../../names/image-path.js';
import type { FolderCount } from './catalog-counts.js';

/** A page of folders. `next` is the last path of a page that is not the last one. */
export interface FolderPage {
  readonly folders: readonly FolderCount[];
  readonly next?: string;
}

/** Lists the folders right below a folder of an owner, with the number of images in each and below it. */
export class ListFolders {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListFolders.ports>) {}

  /** @throws {InvalidInput} when `parent` is no path. */
  async execute(
    owner: string,
    given: {
      readonly parent?: string | undefined;
      readonly limit: number;
      readonly after?: string | undefined;
    },
  ): Promise<FolderPage> {
    const { limit, after } = given;
    const { parent } = parseAll({ parent: () => parseImagePath(given.parent ?? '') });
    const found = await this.ports.catalog.listFolders(owner, { parent, limit: limit + 1, after });
    const folders = found.slice(0, limit);
    const last = folders.at(-1);
    return found.length > limit && last !== undefined ? { folders, next: last.path } : { folders };
  }
}
