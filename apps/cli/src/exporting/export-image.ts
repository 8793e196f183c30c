import { photoXmp } from '@cairn/images';
import { isHidden } from '../importing/sources/source.js';
import { EXPORT_PARTS, jsonOf } from '../transfer/export-layout.js';
import { Fields } from '../transfer/fields.js';
import { imageRecord, type ExportedImage } from '../transfer/image-record.js';
import type { ExportFolder } from './export-folder.js';
import { recordNameOf, sidecarNameOf, type ExportedFiles } from './exported-files.js';
import type { Origin } from './origin.js';

/** Where images are written to, and from where. */
export interface ImageExport {
  readonly origin: Pick<Origin, 'read'>;
  readonly folder: ExportFolder;
  readonly files: ExportedFiles;
}

/** An image could not be exported. Other images are not affected. */
export class ImageNotExported extends Error {
  override readonly name = 'ImageNotExported';
}

/** No file can have this name. */
const NAME_FAULTS = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENAMETOOLONG', 'ELOOP']);

/** Writes an image and its record under its own name, or a spare one. @throws {ImageNotExported} */
export async function exportImage(image: ExportedImage, given: ImageExport): Promise<'written' | 'there'> {
  const { folder, files } = given;
  for (const name of namesOf(image).filter(hasRoomForRecord)) {
    if (!files.claim(name)) continue;
    try {
      const outcome = await writeImage(image, name, given);
      if (outcome !== 'of another') return outcome;
    } catch (error) {
      const fault = diskFaultOf(error);
      if (fault === undefined)
        throw new ImageNotExported(error instanceof Error ? error.message : String(error), { cause: error });
      if (!NAME_FAULTS.has(fault)) throw error;
      for (const beside of [recordNameOf(name), sidecarNameOf(name)]) await folder.remove(beside);
    }
    files.forget(name);
  }
  throw new ImageNotExported('No file can be made for it.');
}

async function writeImage(
  image: ExportedImage,
  name: string,
  { origin, folder, files }: ImageExport,
): Promise<'written' | 'there' | 'of another'> {
  const { id, file } = image;
  const [record, recordName] = [jsonOf(imageRecord(image)), recordNameOf(name)];
  const [before, sizeInBytes] = [await folder.find(recordName), await folder.sizeOf(name)];
  const former = before === undefined ? undefined : fieldsOf(before);
  const isOwn = files.has(name) || former?.text('id') === id;
  const sidecar = { name: sidecarNameOf(name), text: sidecarOf(image) };
  const sidecarBefore = await folder.find(sidecar.name);
  if (!isOwn && [before, sizeInBytes, sidecarBefore].some((each) => each !== undefined)) return 'of another';
  await files.add(name, id);
  const isThere = former?.text('id') === id && former.text('sha256') === file.sha256;
  if (isThere && sizeInBytes === file.sizeInBytes) {
    if (image.visibility !== 'public')
      for (const one of [name, recordName, sidecar.name]) await folder.restrict(one);
    if (before === record && sidecarBefore === sidecar.text) return 'there';
    await folder.writeText(recordName, record);
    await writeSidecar(folder, sidecar);
    return 'written';
  }
  // The bytes of an image must never lie beside the record of another one: they would be imported as that image,
  // possibly visible to everybody.
  const isWritten = await folder.write(name, await origin.read(image), async (sha256) => {
    if (sha256 !== file.sha256) return false;
    await folder.remove(name);
    await folder.writeText(recordName, record);
    await writeSidecar(folder, sidecar);
    return true;
  });
  if (!isWritten) throw new ImageNotExported('Its bytes are not those that were stored.');
  return 'written';
}

/** For other programs; an import reads the record. */
function sidecarOf(image: ExportedImage): string | undefined {
  const isCut = image.metadata === 'keep' && (image.description?.removed ?? []).length > 0;
  return photoXmp({ ...image, isCut });
}

async function writeSidecar(
  folder: ExportFolder,
  { name, text }: { readonly name: string; readonly text: string | undefined },
): Promise<void> {
  if (text === undefined) await folder.remove(name);
  else await folder.writeText(name, text);
}

function fieldsOf(text: string): Fields | undefined {
  try {
    return Fields.parse(text);
  } catch {
    return undefined;
  }
}

function namesOf({ id, path, fileName }: ExportedImage): readonly string[] {
  const own = visible(path === '' ? fileName : `${path}/${fileName}`);
  const spare = `by-id/${id}${fileName.slice(fileName.lastIndexOf('.'))}`;
  return [own, spare].map((name) => EXPORT_PARTS.images + name);
}

/** The maximum length of a name in a folder on most file systems. */
const MAX_NAME_BYTES = 255;

const hasRoomForRecord = (name: string): boolean =>
  Buffer.byteLength(recordNameOf(name.slice(name.lastIndexOf('/') + 1))) <= MAX_NAME_BYTES;

/** The code of a disk error, which is not caused by the image. */
function diskFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Characters that folders of images may have, but no folder of Windows, nor of a stick that it formatted. */
const UNPORTABLE = /[<>:"|?*]/g;

/**
 * The path, changed so that an import does not treat a folder as hidden, no folder has the name of a file, and every
 * system can have it: the record of an image has the path as it is. Names of files end with the extension of an image.
 */
export function visible(path: string): string {
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const folders = parts
    .map((part) => part.replaceAll(UNPORTABLE, '_'))
    .map((part) => (/\.(?:json|[a-z]{3,4})$/i.test(part) ? `${part}_` : part));
  return [...folders, last].map((part) => (isHidden(part) ? `_${part}` : part)).join('/');
}
