import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { CatalogRepository, type AddedBytes } from '../catalog/catalog-repository.js';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { AddressTaken } from '../errors.js';
import { addressOf, type Image } from '../image/image.js';
import { FileName } from '../names/file-name.js';
import type { PreparedUpload } from './store-upload.js';

/** Adds the record of an image whose bytes are stored, under a name that is free. */
export class AddImage {
  static readonly ports = { catalog: CatalogRepository, rules: CatalogRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof AddImage.ports>) {}

  /** @throws {QuotaExceeded} {ByteQuotaExceeded} */
  async execute({ image, keptName, reservation }: PreparedUpload): Promise<Image> {
    const { ids } = this.ports;
    const takes = async (fileName: string): Promise<boolean> =>
      await this.takes({ ...image, fileName }, reservation);
    if (keptName !== undefined && (await takes(keptName))) return { ...image, fileName: keptName };
    const name = FileName.from(image.fileName, image.file.contentType);
    const draw = (length: number): string => ids.next(length);
    // The plain name is not even tried: an uploader who finds it taken would learn that the image exists.
    if (image.visibility !== 'public') {
      for (;;) {
        const fileName = name.unguessable(draw);
        if (await takes(fileName)) return { ...image, fileName };
      }
    }
    if (await takes(image.fileName)) return image;
    let fileName = (await this.formerName(name, image)) ?? name.suffixed(draw);
    while (!(await takes(fileName))) fileName = name.suffixed(draw);
    return { ...image, fileName };
  }

  private async takes(image: Image, reservation: string | undefined): Promise<boolean> {
    const { catalog, rules, clock } = this.ports;
    const bytes: AddedBytes = { defaultQuota: rules.byteQuota, now: clock.now(), reservation };
    try {
      await catalog.add(image, rules.imageQuota, bytes);
      return true;
    } catch (error) {
      if (error instanceof AddressTaken) return false;
      throw error;
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
