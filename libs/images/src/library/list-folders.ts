import { parseAll, type PortsOf, parsePage } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { parseImagePath } from '../names/image-path.js';
import type { FolderCount } from '../catalog/query/catalog-counts.js';

/** A page of folders. `next` is the last path of the page; absent on the last page. */
export interface FolderPage {
  readonly folders: readonly FolderCount[];
  readonly next?: string;
}

/** Lists the direct subfolders of an owner's folder, with the number of images in and below each. */
export class ListFolders {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListFolders.ports>) {}

  /** @throws {InvalidInput} when `parent` is not a valid path. */
  async execute(
    owner: string,
    given: {
      readonly parent?: string | undefined;
      readonly limit: number;
      readonly after?: string | undefined;
    },
  ): Promise<FolderPage> {
    const { limit, after } = parsePage(given);
    const { parent } = parseAll({ parent: () => parseImagePath(given.parent ?? '') });
    const found = await this.ports.catalog.listFolders(owner, { parent, limit: limit + 1, after });
    const folders = found.slice(0, limit);
    const last = folders.at(-1);
    return found.length > limit && last !== undefined ? { folders, next: last.path } : { folders };
  }
}
