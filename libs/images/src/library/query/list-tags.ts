import type { PortsOf } from '@cairn/kernel';
import { CatalogRepository } from '../catalog-repository.js';
import type { TagCount } from './catalog-counts.js';
import { fold } from './search-words.js';

/** Lists the tags of an owner with their counts, the most frequent first. */
export class ListTags {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListTags.ports>) {}

  /** With `text` those that have it in them, whatever the case and accents. */
  async execute(
    owner: string,
    { text = '', limit }: { readonly text?: string | undefined; readonly limit: number },
  ): Promise<readonly TagCount[]> {
    const part = fold(text.trim());
    return await this.ports.catalog.listTags(owner, part === '' ? { limit } : { limit, part });
  }
}
