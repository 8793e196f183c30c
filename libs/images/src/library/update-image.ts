import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { AddressTaken, ImageNotFound } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { parseImagePath } from '../names/image-path.js';
import { CatalogRepository } from './catalog-repository.js';
import type { Image } from './image.js';
import { parseTagSet, type TagChange } from './tag-change.js';

/** The changes of an image. Absent fields stay. */
export interface ImageChange {
  readonly tags?: readonly string[] | undefined;
  readonly path?: string | undefined;
  /** Any text, as for the name of an upload. */
  readonly name?: string | undefined;
}

/** Changes the tags, folder or name of an owner's image. */
export class UpdateImage {
  static readonly ports = { catalog: CatalogRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof UpdateImage.ports>) {}

  /** @throws {InvalidInput} before anything is changed. {ImageNotFound} when the owner has no such image. */
  async execute(owner: string, id: string, { tags, path, name }: ImageChange): Promise<Image> {
    const change = tags === undefined ? undefined : parseTagSet(tags);
    const place = parseAll({ path: () => (path === undefined ? undefined : parseImagePath(path)) });
    const image = await this.ports.catalog.get(owner, id);
    const isMoved = path !== undefined || name !== undefined;
    const there = isMoved ? await this.move(image, { name, ...place }) : image;
    return change === undefined ? there : await this.tag(there, change);
  }

  private async tag({ owner, id }: Image, change: TagChange): Promise<Image> {
    const { catalog, clock } = this.ports;
    const { changed, unchanged } = await catalog.changeTags(owner, [id], { change, now: clock.now() });
    const [image] = [...changed, ...unchanged];
    if (image === undefined) throw new ImageNotFound();
    return image;
  }

  /** If the name is taken, adds a suffix as an upload does. */
  private async move(
    image: Image,
    { path = image.path, name = image.fileName }: Pick<ImageChange, 'path' | 'name'>,
  ): Promise<Image> {
    const { catalog, clock, ids } = this.ports;
    const wanted = FileName.from(name, image.file.contentType);
    for (let fileName = wanted.plain(); ; fileName = wanted.suffixed((length) => ids.next(length))) {
      try {
        return await catalog.move(image.owner, image.id, { path, fileName, now: clock.now() });
      } catch (error) {
        if (!(error instanceof AddressTaken)) throw error;
      }
    }
  }
}
