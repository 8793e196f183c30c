import type { UploadResult } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';
import type { SameImages } from './check-files.ts';
import { FileHashes } from './file-hashes.ts';
import type { UploadPlace } from './upload-place.ts';

/** Files whose hashes are asked for at once. The first can be dealt with while others are hashed. */
const AT_ONCE = 100;

/** An image with the bytes of a file. */
export interface KnownFile {
  /** In the folder that the file goes to, in another, or in the trash. */
  readonly where: 'here' | 'elsewhere' | 'trash';
  readonly id: string;
  readonly path: string;
}

/** A file with its folder. */
interface Asked {
  readonly file: File;
  readonly path: string;
}

/** Looks for files that are there already. `found` is called once for each, as soon as it is known. */
export async function findKnown<T extends Asked>(
  files: readonly T[],
  found: (file: T, known: KnownFile | undefined) => void,
): Promise<void> {
  await findSame(files, (file, same) => found(file, bestOf(same, file.path)));
}

/**
 * Looks for images with the bytes of files. `found` is called once for each file, as soon as it is known. If the server cannot
 * be asked, such as by somebody who may only add images, there are none.
 */
export async function findSame<T extends Pick<Asked, 'file'>>(
  files: readonly T[],
  found: (file: T, same: SameImages) => void,
): Promise<void> {
  const left = new Set(files);
  const tell = (file: T, same: SameImages = []): void => {
    if (left.delete(file)) found(file, same);
  };
  try {
    const { sizes } = await client.knownFiles({ sizes: [...new Set(files.map(({ file }) => file.size))] });
    const known = new Set(sizes);
    for (const file of files) if (!known.has(file.file.size)) tell(file);
    await askForHashes([...left], tell);
  } catch {
    // They are uploaded, and the server itself stores nothing twice in a folder.
  } finally {
    for (const file of left) tell(file);
  }
}

async function askForHashes<T extends Pick<Asked, 'file'>>(
  files: readonly T[],
  tell: (file: T, same: SameImages | undefined) => void,
): Promise<void> {
  if (files.length === 0) return;
  const hashes = new FileHashes();
  try {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const some: { readonly file: T; readonly hash: string }[] = [];
      for (const file of files.slice(at, at + AT_ONCE))
        some.push({ file, hash: (await hashes.of(file.file)) ?? '' });
      const asked = [...new Set(some.map(({ hash }) => hash))].filter((hash) => hash !== '');
      const { known } = await client.knownFiles({ hashes: asked });
      for (const { file, hash } of some) tell(file, known[hash]);
    }
  } finally {
    hashes.close();
  }
}

/** What is in the folder itself comes first, then what is in its place in the trash. */
function bestOf(found: SameImages, path: string): KnownFile | undefined {
  const here = found.find((one) => !one.inTrash && one.path === path);
  if (here !== undefined) return { where: 'here', id: here.id, path };
  const elsewhere = found.find((one) => !one.inTrash);
  const removed = found.find((one) => one.inTrash && one.path === path) ?? found.find((one) => one.inTrash);
  const best = removed?.path === path ? removed : (elsewhere ?? removed);
  return best && { where: best.inTrash ? 'trash' : 'elsewhere', id: best.id, path: best.path };
}

/** Puts the image in the folder, with the tags of the upload. No bytes are sent. */
export async function placeKnown(
  { where, id, path: from }: KnownFile,
  { path, tags, visibility, album }: UploadPlace,
): Promise<UploadResult> {
  // An album has images of any folder.
  if (where === 'elsewhere' && album === undefined) {
    const body = { path, ...(tags.length > 0 && { tags: [...tags] }), ...(visibility && { visibility }) };
    return await client.call('POST /api/images/{id}/copies', { params: { id }, body });
  }
  if (where === 'trash') {
    await client.call('POST /api/trash/restore', { body: { ids: [id] } });
    if (from !== path && album === undefined)
      await client.call('PATCH /api/images/{id}', { params: { id }, body: { path } });
  }
  if (tags.length > 0)
    await client.call('POST /api/images/bulk/tags', { body: { ids: [id], add: [...tags] } });
  return await client.call('GET /api/images/{id}', { params: { id } });
}
