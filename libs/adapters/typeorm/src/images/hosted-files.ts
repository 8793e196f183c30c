import type { HostedFile } from '@cairn/images';
import { Lookup } from '../sql/lookup.js';
import type { Statements } from '../sql/statements.js';
import { selection } from '../sql/table.js';
import { ImageSchema, type ImageRow } from './tables/catalog-schema.js';
import { parseEdit } from './tables/image-rows.js';
import { wholeIn, type WholeRow } from './tables/whole-file.js';

const fileColumns = selection(ImageSchema, [
  ...(['contentType', 'width', 'height', 'frames', 'orientation', 'blobKey', 'sharedKey'] as const),
  ...(['sizeInBytes', 'sha256', 'createdAt', 'owner', 'visibility'] as const),
  ...(['storedBytes', 'storedSha256', 'edits', 'edit'] as const),
]);

/** A hosted file as it is read. */
type HostedRow = Omit<HostedFile, 'whole' | 'edit'> & Pick<ImageRow, 'sharedKey' | 'edit'> & WholeRow;

/** Finds what is served at an address. */
export class HostedFiles {
  private readonly fileAt = new Lookup<HostedRow>(
    (address) => `SELECT ${fileColumns()}, image.id AS "imageId"
      FROM address JOIN image ON image.id = address.image_id WHERE address.address = ${address}`,
  );

  async find(manager: Statements, address: string): Promise<HostedFile | undefined> {
    const found = await this.fileAt.find(manager, address);
    if (found === undefined) return undefined;
    const { sharedKey, storedBytes, storedSha256, edits, edit, ...file } = found;
    const blobKey = sharedKey ?? file.blobKey;
    const shown = edit === null ? {} : { edit: parseEdit(edit) };
    return { ...file, blobKey, ...wholeIn({ storedBytes, storedSha256, edits }), ...shown };
  }
}
