import type { PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';

/** Returns images of an owner. */
export class ReadImage {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ReadImage.ports>) {}

  /** @throws {ImageNotFound} when the owner has no such image, whether or not another owner has. */
  execute(owner: string, id: string): Promise<Image> {
    return this.ports.catalog.get(owner, id);
  }

  /** The given images that the owner has, in any order. */
  find(owner: string, ids: readonly string[]): Promise<readonly Image[]> {
    return this.ports.catalog.find(owner, ids);
  }
}
