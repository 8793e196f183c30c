import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { AddressTaken, ImageNotFound } from '../errors.js';
import { FileName } from '../names/file-name.js';
import { parseImagePath } from '../names/image-path.js';
import { CatalogRepository, type ChangedImages } from './catalog-repository.js';
import type { Image } from './image.js';
import { parseTagSet, type TagChange } from './tag-change.js';
import type { Visibility } from './visibility.js';

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

  /** @throws {InvalidInput} before anything is changed. {ImageNotFound} when the owner has no such image. */
  async execute(owner: string, id: string, { tags, path, name, visibility }: ImageChange): Promise<Image> {
    const change = tags === undefined ? undefined : parseTagSet(tags);
    const place = parseAll({ path: () => (path === undefined ? undefined : parseImagePath(path)) });
    const found = await this.ports.catalog.get(owner, id);
    // First, so that an image that is made private is not moved to an address that could be guessed.
    const image = visibility === undefined ? found : await this.show(found, visibility);
    const isMoved = path !== undefined || name !== undefined;
    const there = isMoved ? await this.move(image, { name, ...place }) : image;
    return change === undefined ? there : await this.tag(there, change);
  }

  private async tag({ owner, id }: Image, change: TagChange): Promise<Image> {
    const { catalog, clock } = this.ports;
    return onlyOf(await catalog.changeTags(owner, [id], { change, now: clock.now() }));
  }

  private async show({ owner, id }: Image, visibility: Visibility): Promise<Image> {
    const { catalog, clock } = this.ports;
    return onlyOf(await catalog.changeVisibility(owner, [id], { visibility, now: clock.now() }));
  }

  /** If the name is taken, or must not be guessed, adds a suffix as an upload does. */
  private async move(
    image: Image,
    { path = image.path, name = image.fileName }: Pick<ImageChange, 'path' | 'name'>,
  ): Promise<Image> {
    const { catalog, clock, ids } = this.ports;
    const wanted = FileName.from(name, image.file.contentType);
    const draw = (length: number): string => ids.next(length);
    const isGuessable = image.visibility === 'public' || wanted.plain() === image.fileName;
    const next = (): string => (isGuessable ? wanted.suffixed(draw) : wanted.unguessable(draw));
    for (let fileName = isGuessable ? wanted.plain() : next(); ; fileName = next()) {
      try {
        return await catalog.move(image.owner, image.id, { path, fileName, now: clock.now() });
      } catch (error) {
        if (!(error instanceof AddressTaken)) throw error;
      }
    }
  }
}

function onlyOf({ changed, unchanged }: ChangedImages): Image {
  const [image] = [...changed, ...unchanged];
  if (image === undefined) throw new ImageNotFound();
  return image;
}
