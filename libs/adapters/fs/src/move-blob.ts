import { link, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobDirectory } from './blob-directory.js';
import { syncDirectory } from './directories.js';
import { codeOf, ifPresent, unavailable } from './fs-errors.js';

/**
 * Moves a blob to the same key of another directory, durably. Links and unlinks: a rename may become durable in the
 * old
 * directory and not in the new one.
 */
export async function moveBlob(
  key: string,
  { from, to }: { readonly from: BlobDirectory; readonly to: BlobDirectory },
): Promise<void> {
  const [source, target] = [from.pathOf(key), to.pathOf(key)];
  if (source === undefined || target === undefined || (await from.find(key)) === undefined) return;
  await to.prepare(key);
  try {
    await link(source, target);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' && (await from.find(key)) === undefined) return;
    if (code === 'ENOENT') to.forget(key);
    // The same bytes, from a move that a crash interrupted.
    if (code !== 'EEXIST') throw unavailable(error);
  }
  await syncDirectory(dirname(target));
  await ifPresent(unlink(source));
  await syncDirectory(dirname(source));
}
