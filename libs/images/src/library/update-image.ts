import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { AddressTaken } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { parseImagePath } from '../names/image-path.js';
import { parseTags } from '../names/tag.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { Image } from '../image/image.js';
import type { ImageUpdate } from '../catalog/image-update.js';
import type { Visibility } from '../image/visibility.js';

/** The changes of an image. Absent fields stay. */
export interface ImageChange {
  readonly tags?: readonly string[] | undefined;
  readonly path?: string | undefined;
  readonly visibility?: Visibility | undefined;
  /** Any text, as for the name of an upload. */
  readonly name?: string | undefined;
}

/** Changes the tags, visibility, folder or name of an owner's image. */
export class UpdateImage {
  static readonly ports = { catalog: CatalogRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof UpdateImage.ports>) {}

  /** Changes all or nothing. @throws {InvalidInput} {ImageNotFound} when the owner has no such image. */
  async execute(owner: string, id: string, { tags, path, name, visibility }: ImageChange): Promise<Image> {
    const { catalog, clock } = this.ports;
    const parsed = parseAll({
      path: () => (path === undefined ? undefined : parseImagePath(path)),
      tags: () => (tags === undefined ? undefined : parseTags(tags)),
    });
    const change = { ...parsed, visibility, now: clock.now() };
    if (path === undefined && name === undefined) return await catalog.update(owner, id, change);
    const image = await catalog.get(owner, id);
    return await this.move({ ...image, visibility: visibility ?? image.visibility }, { name, change });
  }

  /** If the name is taken, or must not be guessed, adds a suffix as an upload does. */
  private async move(
    { owner, id, fileName: former, file, visibility }: Image,
    { name = former, change }: Pick<ImageChange, 'name'> & { readonly change: ImageUpdate },
  ): Promise<Image> {
    const { catalog, ids } = this.ports;
    const wanted = FileName.from(name, file.contentType);
    const draw = (length: number): string => ids.next(length);
    const isGuessable = visibility === 'public' || wanted.plain() === former;
    const next = (): string => (isGuessable ? wanted.suffixed(draw) : wanted.unguessable(draw));
    for (let fileName = isGuessable ? wanted.plain() : next(); ; fileName = next()) {
      try {
        return await catalog.update(owner, id, { ...change, fileName });
      } catch (error) {
        if (!(error instanceof AddressTaken)) throw error;
      }
    }
  }
}
