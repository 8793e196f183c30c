import { createHash } from 'node:crypto';
import type { Output } from '../program/output.js';
import { eachOf } from '../transfer/each-of.js';
import { EXPORT_MANIFEST, EXPORT_PARTS } from '../transfer/export-layout.js';
import { Fields } from '../transfer/fields.js';
import { EXPORT_FORMAT } from '../transfer/image-record.js';
import { isHidden } from '../importing/sources/source.js';
import type { ExportFolder } from './export-folder.js';
import type { ExportedImage, ExportedSpace, Origin } from './origin.js';

/** What is exported, and how. */
export interface ExportPlan {
  readonly origin: Origin;
  readonly folder: ExportFolder;
  readonly atOnce: number;
  /** After it no further file is begun. */
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** What an export has written. */
interface ExportCounts {
  written: number;
  there: number;
  failed: number;
  albums: number;
  spaces: number;
}

/** Writes all of an account into a folder. What is there already, from an export that was killed, is not written again. */
export async function runExport(plan: ExportPlan): Promise<Readonly<ExportCounts>> {
  const { origin, folder, signal, output } = plan;
  const counts: ExportCounts = { written: 0, there: 0, failed: 0, albums: 0, spaces: 0 };
  await folder.writeText(EXPORT_MANIFEST, jsonOf({ cairn: EXPORT_FORMAT, kind: 'export' }));
  const bar = output.progress('Images');
  await eachOf(origin.images(), plan, async (image) => {
    const outcome = await exportImage(image, plan);
    counts[outcome] += 1;
    const done = counts.written + counts.there + counts.failed;
    bar.set(done, done);
  }).finally(() => bar.stop());
  const isEnding = (): boolean => signal.aborted;
  if (!isEnding()) counts.albums = await exportAlbums(plan);
  for await (const space of origin.spaces()) {
    if (isEnding()) break;
    await exportSpace(space, plan);
    counts.spaces += 1;
  }
  const { written, there, failed, albums, spaces } = counts;
  output.result(
    { summary: { end: isEnding() ? 'stopped' : 'complete', ...counts } },
    `${isEnding() ? 'Stopped. ' : ''}Images written ${written}, there already ${there}, failed ${failed}. Albums ${albums}, spaces ${spaces}.`,
  );
  return counts;
}

/** No file can have this name. */
const NAME_FAULTS = new Set(['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENAMETOOLONG']);

async function exportImage(
  image: ExportedImage,
  { origin, folder, output }: ExportPlan,
): Promise<'written' | 'there' | 'failed'> {
  const record = jsonOf(recordOf(image));
  const preferred =
    EXPORT_PARTS.images + visible(image.path === '' ? image.fileName : `${image.path}/${image.fileName}`);
  const spare = `${EXPORT_PARTS.images}by-id/${image.id}${image.fileName.slice(image.fileName.lastIndexOf('.'))}`;
  for (const name of [preferred, spare].filter(hasRoomForRecord)) {
    const before = await folder.find(`${name}.json`);
    if (before === record) return 'there';
    if (before !== undefined && Fields.parse(before).text('id') !== image.id) continue; // another image has the name
    try {
      const sha256 = await folder.write(
        name,
        await origin.read(image),
        (found) => found === image.file.sha256,
      );
      if (sha256 !== image.file.sha256)
        return failed(image, 'Its bytes are not those that were stored.', output);
      // Last: where the record is, the bytes are.
      await folder.writeText(`${name}.json`, record);
      return 'written';
    } catch (error) {
      const fault = diskFaultOf(error);
      if (fault !== undefined && NAME_FAULTS.has(fault)) {
        // Without its record beside it, it would be imported as another image, which anybody may see.
        await folder.remove(name);
        continue;
      }
      if (fault !== undefined) throw error;
      return failed(image, error instanceof Error ? error.message : String(error), output);
    }
  }
  return failed(image, 'No file can be made for it.', output);
}

/** Of a name in a folder, as most file systems have it. */
const MAX_NAME_BYTES = 255;

const hasRoomForRecord = (name: string): boolean =>
  Buffer.byteLength(`${name.slice(name.lastIndexOf('/') + 1)}.json`) <= MAX_NAME_BYTES;

function failed({ id }: ExportedImage, reason: string, output: Output): 'failed' {
  output.result({ image: id, outcome: 'failed', reason }, `failed ${id}: ${reason}`);
  return 'failed';
}

/** The code of an error of the disk, which says nothing of the image. */
function diskFaultOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
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

const LONGEST_NAME = 200;

async function exportSpace(
  { createdAt, ...space }: ExportedSpace,
  { origin, folder }: ExportPlan,
): Promise<void> {
  const name = EXPORT_PARTS.spaces + shortened(visible(space.id));
  await folder.write(`${name}.ndjson`, await origin.features(space.id));
  await folder.writeText(
    `${name}.json`,
    jsonOf({ cairn: EXPORT_FORMAT, ...space, createdAt: time(createdAt) }),
  );
}

/** Two names that begin alike stay two. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1)}-${hash}`;
}

function recordOf(image: ExportedImage): Readonly<Record<string, unknown>> {
  const { id, path, fileName, tags, visibility, file, createdAt, updatedAt } = image;
  const { keyId: _, ...description } = image.description ?? {};
  const { contentType, sizeInBytes, sha256 } = file;
  const times = { createdAt: time(createdAt), updatedAt: time(updatedAt) };
  const own = { cairn: EXPORT_FORMAT, id, path, fileName, tags, visibility, ...times };
  return { ...own, contentType, sizeInBytes, sha256, description: sorted(description) };
}

/** With members by name, as stores give them in any order. */
const sorted = (members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

const time = (ms: number): string => new Date(ms).toISOString();

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The path with folders that an import does not take for hidden ones, and that no file is called like: the names of files
 * end as those of images do.
 */
function visible(path: string): string {
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const folders = parts.map((part) => (/\.(?:json|[a-z]{3,4})$/i.test(part) ? `${part}_` : part));
  return [...folders, last].map((part) => (isHidden(part) ? `_${part}` : part)).join('/');
}
