import { createHash } from 'node:crypto';
import { UsageError } from '../program/options.js';
import type { Output } from '../program/output.js';
import { eachOf } from '../transfer/each-of.js';
import { EXPORT_FORMAT, EXPORT_MANIFEST, EXPORT_PARTS, jsonOf, time } from '../transfer/export-layout.js';
import { NameOutside, type ExportFolder } from './export-folder.js';
import { exportImage, ImageNotExported, visible } from './export-image.js';
import { ExportedFiles, recordNameOf } from './exported-files.js';
import type { ExportedImage } from '../transfer/image-record.js';
import type { ExportedSpace, Origin } from './origin.js';

/** What is exported, and how. */
export interface ExportPlan {
  readonly origin: Origin;
  readonly folder: ExportFolder;
  readonly atOnce: number;
  /** Once it aborts, no further file is begun. */
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** What an export has done. */
export interface ExportCounts {
  written: number;
  there: number;
  failed: number;
  /** Files of earlier exports. */
  removed: number;
  albums: number;
  spaces: number;
}

/**
 * Writes all of an account into a folder. Files that exist already are not written again. Files that earlier exports
 * wrote and this one did not are removed once everything else is written.
 * @throws {UsageError} for a folder of another account.
 */
export async function runExport(plan: ExportPlan): Promise<Readonly<ExportCounts>> {
  const { origin, folder, signal, output } = plan;
  const counts: ExportCounts = { written: 0, there: 0, failed: 0, removed: 0, albums: 0, spaces: 0 };
  const files = await ExportedFiles.open(folder);
  await assertOfAccount(plan, files);
  await folder.writeText(EXPORT_MANIFEST, jsonOf({ cairn: EXPORT_FORMAT, kind: 'export' }));
  const bar = output.progress('Images');
  await eachOf(origin.images(), plan, async (image) => {
    counts[await exported(image, { ...plan, files })] += 1;
    const done = counts.written + counts.there + counts.failed;
    bar.set(done, done);
  }).finally(() => bar.stop());
  const isEnding = (): boolean => signal.aborted;
  if (!isEnding()) counts.albums = await exportAlbums(plan);
  for await (const space of origin.spaces()) {
    if (isEnding()) break;
    counts[await exportedSpace(space, { ...plan, files })] += 1;
  }
  // If an image failed, the file of an earlier export may be the only copy of it.
  if (!isEnding() && counts.failed === 0) counts.removed = await files.removeFormer();
  const { written, there, failed, removed, albums, spaces } = counts;
  output.result(
    { summary: { end: isEnding() ? 'stopped' : 'complete', ...counts } },
    `${isEnding() ? 'Stopped. ' : ''}Images written ${written}, there already ${there}, failed ${failed}. ` +
      `Albums ${albums}, spaces ${spaces}. Files of earlier exports removed ${removed}.`,
  );
  return counts;
}

/**
 * Accounts share no images or spaces. So one that is both in the folder and in the account proves whose folder it is.
 */
async function assertOfAccount({ origin, folder }: ExportPlan, files: ExportedFiles): Promise<void> {
  if (files.isEmpty) {
    const isForeign =
      (await folder.find(EXPORT_MANIFEST)) === undefined &&
      (await folder.sizeOf(EXPORT_PARTS.albums)) !== undefined;
    if (isForeign) throw new UsageError(`The folder has a file ${EXPORT_PARTS.albums} that no export wrote`);
    return;
  }
  const former = files.formerIds();
  for (const listed of [origin.images(), origin.spaces()])
    for await (const { id } of listed) if (former.has(id)) return;
  throw new UsageError(
    'The folder has an export of another account, or nothing that is in it is in the account any more. Use a new folder',
  );
}

type Writing = ExportPlan & { readonly files: ExportedFiles };

async function exported(image: ExportedImage, plan: Writing): Promise<'written' | 'there' | 'failed'> {
  try {
    return await exportImage(image, plan);
  } catch (error) {
    if (!(error instanceof ImageNotExported)) throw error;
    return failed({ image: image.id }, image.id, { error, output: plan.output });
  }
}

function failed(
  what: Readonly<Record<string, string>>,
  id: string,
  { error, output }: { readonly error: Error; readonly output: Output },
): 'failed' {
  output.result({ ...what, outcome: 'failed', reason: error.message }, `failed ${id}: ${error.message}`);
  return 'failed';
}

async function exportAlbums({ origin, folder }: ExportPlan): Promise<number> {
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for await (const { createdAt, updatedAt, ...album } of origin.albums()) {
      count += 1;
      yield `${JSON.stringify({ ...album, createdAt: time(createdAt), updatedAt: time(updatedAt) })}\n`;
    }
  };
  await folder.write(EXPORT_PARTS.albums, lines());
  return count;
}

/** Only a malicious server has a space whose name leads out of a folder. */
async function exportedSpace(space: ExportedSpace, plan: Writing): Promise<'spaces' | 'failed'> {
  try {
    await exportSpace(space, plan);
    return 'spaces';
  } catch (error) {
    if (!(error instanceof NameOutside)) throw error;
    return failed({ space: space.id }, space.id, { error, output: plan.output });
  }
}

async function exportSpace(
  { createdAt, ...space }: ExportedSpace,
  { origin, folder, files }: Writing,
): Promise<void> {
  const name = await spaceName(space.id, { folder, files });
  await files.add(name, space.id);
  const record = jsonOf({ cairn: EXPORT_FORMAT, ...space, createdAt: time(createdAt) });
  await folder.write(name, await origin.features(space.id), async () => {
    await folder.writeText(recordNameOf(name), record);
    return true;
  });
}

/** Whether the name is free: no foreign file has it. A link counts as foreign, wherever it leads. */
async function isFree(name: string, { folder, files }: Pick<Writing, 'folder' | 'files'>): Promise<boolean> {
  try {
    return (await folder.sizeOf(name)) === undefined || files.has(name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return false;
    throw error;
  }
}

const LONGEST_NAME = 200;

/** Ids that begin alike, or differ only in case, get different names. No name is that of a foreign file. */
async function spaceName(id: string, { folder, files }: Pick<Writing, 'folder' | 'files'>): Promise<string> {
  const own = visible(id);
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16);
  const spare = `${own.slice(0, LONGEST_NAME - hash.length - 1)}-${hash}`;
  for (const stem of own.length <= LONGEST_NAME ? [own, spare] : [spare]) {
    const name = `${EXPORT_PARTS.spaces}${stem}.ndjson`;
    if ((await isFree(name, { folder, files })) && files.claim(name)) return name;
  }
  throw new UsageError(`The folder has a file that no export wrote, where the space ${id} would be`);
}
