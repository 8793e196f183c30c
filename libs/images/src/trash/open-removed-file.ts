import type { PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { OpenFile, type ServedFile } from '../delivery/open-file.js';

/** The file of an image in the trash. */
export interface RemovedFile {
  readonly served: ServedFile;
  readonly fileName: string;
}

/** Opens the file of an image in the trash, for those who may see the trash. Nobody else gets it, at any address. */
export class OpenRemovedFile {
  static readonly ports = { catalog: CatalogRepository, openFile: OpenFile };

  constructor(private readonly ports: PortsOf<typeof OpenRemovedFile.ports>) {}

  /** @throws {NotInTrash} also if it is not an image. */
  async execute(owner: string, id: string): Promise<RemovedFile> {
    const image = await this.ports.catalog.getRemoved(owner, id);
    return { served: this.ports.openFile.open(image), fileName: image.fileName };
  }
}
