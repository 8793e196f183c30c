import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { CatalogRepository, type AddedBytes } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { AddressTaken } from '../errors.js';
import { addressOf, type Image } from '../image/image.js';
import { FileName } from '../names/file-name.js';
import type { PreparedUpload } from './store-upload.js';

/** Stores the record of an image under its name, or returns another image that makes it needless. @throws {AddressTaken} */
export type Adding = (image: Image, defaultQuota: number, bytes: AddedBytes) => Promise<Image>;

/** Adds the record of an image whose bytes are stored, under a name that is free. */
export class AddImage {
  static readonly ports = { catalog: CatalogRepository, rules: CatalogRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof AddImage.ports>) {}

  /**
   * The result may be an image that was there, which has got the tags. `adding` replaces what the upload says of that.
   * @throws {QuotaExceeded} {ByteQuotaExceeded}
   */
  async execute(upload: PreparedUpload, adding?: Adding): Promise<Image> {
    const { catalog, rules, clock } = this.ports;
    const { reservation, existing, tagging } = upload;
    const bytes = (): AddedBytes => ({ defaultQuota: rules.byteQuota, now: clock.now(), reservation });
    const add: Adding = async (named, ...terms) => {
      await catalog.add(named, ...terms);
      return named;
    };
    const addOrFind: Adding = (named, ...terms) => catalog.addOrFind(named, ...terms);
    const chosen = adding ?? (existing === 'reuse' ? addOrFind : add);
    const found = await this.named(upload, (named) => chosen(named, rules.imageQuota, bytes()));
    const isUncut = found.id !== upload.image.id && found.file.sha256 === upload.uncut;
    const image = isUncut
      ? await this.named(upload, (named) => add(named, rules.imageQuota, bytes()))
      : found;
    return image.id === upload.image.id ? image : await this.tag(image, upload.image, tagging);
  }

  /** Adds an image that has the blob of another. @throws {ImageNotFound} {QuotaExceeded} */
  async copy(image: Image, of: string): Promise<Image> {
    const { catalog, rules } = this.ports;
    return await this.named({ image }, async (named) => {
      await catalog.addCopy(named, { of, defaultQuota: rules.imageQuota });
      return named;
    });
  }

  /** Gives an image that is there the tags of an upload of its bytes. */
  async tag(
    found: Image,
    { tags, addedBy }: Pick<Image, 'tags' | 'addedBy'>,
    tagging: PreparedUpload['tagging'],
  ): Promise<Image> {
    if (tags.length === 0 || (tagging === 'own' && found.addedBy !== addedBy)) return found;
    const { catalog, clock } = this.ports;
    const change = { kind: 'edit', add: tags, remove: [] } as const;
    const changes = { change, now: clock.now() };
    const { changed, unchanged } = await catalog.changeTags(found.owner, [found.id], changes);
    return [...changed, ...unchanged][0] ?? found;
  }

  private async named(
    { image, keptName }: Pick<PreparedUpload, 'image' | 'keptName'>,
    add: (named: Image) => Promise<Image>,
  ): Promise<Image> {
    const { ids } = this.ports;
    const takes = async (fileName: string): Promise<Image | undefined> =>
      await unlessTaken(add({ ...image, fileName }));
    const kept = keptName === undefined ? undefined : await takes(keptName);
    if (kept !== undefined) return kept;
    const name = FileName.from(image.fileName, image.file.contentType);
    const draw = (length: number): string => ids.next(length);
    // The plain name is not even tried: an uploader who finds it taken would learn that the image exists.
    if (image.visibility !== 'public') {
      for (;;) {
        const added = await takes(name.unguessable(draw));
        if (added !== undefined) return added;
      }
    }
    const plain = await takes(image.fileName);
    if (plain !== undefined) return plain;
    let fileName = (await this.formerName(name, image)) ?? name.suffixed(draw);
    for (;;) {
      const added = await takes(fileName);
      if (added !== undefined) return added;
      fileName = name.suffixed(draw);
    }
  }

  /** The suffixed name that the same bytes of the owner had before at the same place. */
  private async formerName(name: FileName, image: Image): Promise<string | undefined> {
    const folder = addressOf({ ...image, fileName: '' });
    const freed = await this.ports.catalog.freedAddresses(image);
    return freed
      .filter((address) => address.startsWith(folder))
      .map((address) => address.slice(folder.length))
      .find((fileName) => name.isSuffixedAs(fileName));
  }
}

async function unlessTaken(adding: Promise<Image>): Promise<Image | undefined> {
  try {
    return await adding;
  } catch (error) {
    if (error instanceof AddressTaken) return undefined;
    throw error;
  }
}
