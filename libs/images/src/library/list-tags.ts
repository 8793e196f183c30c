import { parseAll, type PortsOf, parseLimit } from '@cairn/kernel';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { parseImagePath } from '../names/image-path.js';
import type { TagCount } from '../catalog/query/catalog-counts.js';
import { fold } from '../catalog/query/search-words.js';

/** Lists the tags of an owner with their counts, the most frequent first. */
export class ListTags {
  static readonly ports = { catalog: CatalogRepository };

  constructor(private readonly ports: PortsOf<typeof ListTags.ports>) {}

  /**
   * With `text`, only tags that contain it, ignoring case and accents; with `path`, only tags of images in and below a
   * folder.
   * @throws {InvalidInput} when `path` is not a valid path.
   */
  async execute(
    owner: string,
    given: {
      readonly text?: string | undefined;
      readonly path?: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly TagCount[]> {
    const { path } = parseAll({ path: () => parseImagePath(given.path ?? '') });
    const part = fold((given.text ?? '').trim());
    return await this.ports.catalog.listTags(owner, {
      limit: parseLimit(given.limit),
      ...(part !== '' && { part }),
      ...(path !== '' && { path }), // without a path for the top folder, whose counts are stored
    });
  }
}
