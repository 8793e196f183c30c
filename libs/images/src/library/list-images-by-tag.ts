import type { Page, PageRequest } from '@cairn/kernel';
import type { CatalogRepository } from './catalog-repository.js';
import type { Image } from './image.js';
import { normalizeTag } from '../names/tag.js';

/** Lists an owner's images with a tag, newest first. */
export class ListImagesByTag {
  constructor(private readonly ports: { readonly catalog: CatalogRepository }) {}

  execute(owner: string, tag: string, page: PageRequest): Promise<Page<Image>> {
    return this.ports.catalog.listByTag(owner, normalizeTag(tag), page);
  }
}
