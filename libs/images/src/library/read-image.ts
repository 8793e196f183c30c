import type { CatalogRepository } from './catalog-repository.js';
import type { Image } from './image.js';

/** Gives one image of an owner. */
export class ReadImage {
  constructor(private readonly ports: { readonly catalog: CatalogRepository }) {}

  /** @throws {ImageNotFound} when the owner has no such image, whether or not somebody else has. */
  execute(owner: string, id: string): Promise<Image> {
    return this.ports.catalog.get(owner, id);
  }
}
