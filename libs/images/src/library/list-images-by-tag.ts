import type { Page, PageRequest, PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import { normalizeTag } from '../names/tag.js';

/** Lists an owner's images with a tag, newest first. */
export class ListImagesByTag {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListImagesByTag.ports>) {}

  execute(owner: string, tag: string, page: PageRequest): Promise<Page<Image>> {
    return this.ports.catalog.listByTag(owner, normalizeTag(tag), page);
  }
}
