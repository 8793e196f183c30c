import type { CheckupMode, NeededBlob } from '@cairn/kernel';
import type { DatabaseCheckup } from '@cairn/adapter-typeorm';
import { BlobNotFound, MOST_ORPHANS } from '@cairn/images';
import {
  BLOB_LIFETIMES_MS,
  type BlobStore,
  blobsAndReferences,
  isServable,
  parseMarker,
  readServed,
} from '@cairn/images/spi';
import { AT_ONCE } from '../backup/copy-blobs.js';
import { DigestCounter } from '../backup/files.js';
import { inParallel } from '../backup/in-parallel.js';
import type { BackupProgress } from '../backup/progress.js';
import type { StoreFinding } from './store-finding.js';

interface BlobCheckOptions {
  readonly database: DatabaseCheckup;
  readonly blobs: BlobStore;
  readonly mode: CheckupMode;
  readonly bytes: 'read' | 'count';
  readonly graceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((progress: BackupProgress) => void) | undefined;
}

export interface BlobCheckup {
  readonly findings: readonly StoreFinding[];
  readonly blobs: number;
}

/** Compares what the database needs with what the blob store has, both ways. */
export async function checkBlobs(options: BlobCheckOptions): Promise<BlobCheckup> {
  const { database, blobs, signal, report } = options;
  const findings: StoreFinding[] = [];
  const [marker, installation] = [await blobs.marker.find(), await database.installation()];
  if (marker === undefined || parseMarker(marker) !== installation)
    return {
      findings: [
        {
          check: 'installation',
          subject: 'blobs',
          problem: 'the blob store and the database do not belong together, so they were not compared',
          outcome: 'left',
        },
      ],
      blobs: 0,
    };
  let done = 0;
  await inParallel(database.neededBlobs(), AT_ONCE, async (blob) => {
    signal?.throwIfAborted();
    const finding = await checkBlob(options, blob);
    if (finding !== undefined) findings.push(finding);
    else if (options.bytes === 'read') findings.push(...(await checkServed(options, blob)));
    done += 1;
    report?.({ phase: 'blobs', done });
  });
  return { findings: [...findings, ...(await checkOrphans(options))], blobs: done };
}

async function checkBlob(options: BlobCheckOptions, blob: NeededBlob): Promise<StoreFinding | undefined> {
  const { blobs, bytes } = options;
  const { key, imageId, sizeInBytes, sha256 } = blob;
  const stored = await blobs.area('originals').find(key);
  const about = { check: 'blob', subject: imageId, outcome: 'left' } as const;
  if (stored === undefined) return await checkMissing(options, blob);
  if (stored.sizeInBytes !== sizeInBytes)
    return { ...about, problem: `its blob ${key} has ${stored.sizeInBytes} bytes instead of ${sizeInBytes}` };
  if (bytes === 'count') return undefined;
  const counter = new DigestCounter();
  try {
    const chunks = counter.through(await blobs.area('originals').get(key));
    while ((await chunks.next()).done !== true);
  } catch (error) {
    if (error instanceof BlobNotFound) return await checkMissing(options, blob);
    throw error;
  }
  if (counter.digest().sha256 === sha256) return undefined;
  return { ...about, problem: `the bytes of its blob ${key} are not those that were uploaded` };
}

/** What is served of a blob of which all bytes are right, by each of its images. */
async function checkServed(
  { database, blobs }: BlobCheckOptions,
  { key: blobKey, sha256 }: NeededBlob,
): Promise<readonly StoreFinding[]> {
  const findings: StoreFinding[] = [];
  const digests = new Map<string, string>();
  for (const { imageId, ...file } of await database.filesOf(blobKey)) {
    const how = JSON.stringify(file.whole);
    let served = file.whole === undefined ? sha256 : digests.get(how);
    if (served === undefined && isServable(file))
      served = await servedDigest(blobs, { ...file, blobKey }).catch((error: unknown) => {
        if (error instanceof BlobNotFound) return undefined; // deleted meanwhile
        throw error;
      });
    if (served === undefined) continue; // the checks of the database tell of lists that are damaged
    digests.set(how, served);
    const problem = `what is served of its blob ${blobKey} is not what it was`;
    if (served !== file.sha256) findings.push({ check: 'blob', subject: imageId, problem, outcome: 'left' });
  }
  return findings;
}

async function servedDigest(blobs: BlobStore, file: Parameters<typeof readServed>[1]): Promise<string> {
  const counter = new DigestCounter();
  const chunks = counter.through(await readServed(blobs.area('originals'), file));
  while ((await chunks.next()).done !== true);
  return counter.digest().sha256;
}

/** The listing and the look-up are not at the same moment, so it looks again. */
async function checkMissing(
  { database, blobs, mode }: BlobCheckOptions,
  { key, imageId }: NeededBlob,
): Promise<StoreFinding | undefined> {
  if (!(await database.catalog.needsBlob(key))) return undefined;
  if ((await blobs.area('originals').find(key)) !== undefined) return undefined;
  const about = { check: 'blob', subject: imageId } as const;
  if ((await blobs.area('quarantine').find(key)) === undefined)
    return { ...about, problem: `its blob ${key} is missing`, outcome: 'left' };
  const remedy = 'move it back';
  const problem = `its blob ${key} is in quarantine`;
  if (mode === 'read') return { ...about, problem, remedy, outcome: 'found' };
  const isBack = await blobs.move(key, { from: 'quarantine', to: 'originals' });
  return { ...about, problem, remedy, outcome: isBack ? 'repaired' : 'left' };
}

/**
 * Follows the rules of the sweep: only old blobs count, each is looked up again, and very many mean a wrong database.
 */
async function checkOrphans({
  database: { catalog },
  blobs,
  mode,
  graceMs = BLOB_LIFETIMES_MS.originals,
  signal,
}: BlobCheckOptions): Promise<readonly StoreFinding[]> {
  const before = Date.now() - graceMs;
  const orphans: string[] = [];
  let all = 0;
  for await (const [blob, reference] of blobsAndReferences({ catalog, blobs })) {
    signal?.throwIfAborted();
    if (blob === undefined) continue;
    all += 1;
    if (reference === undefined && blob.storedAt < before && !(await catalog.needsBlob(blob.key)))
      orphans.push(blob.key);
  }
  const isTooMany = orphans.length > MOST_ORPHANS.count && orphans.length > all * MOST_ORPHANS.partOfStore;
  const findings: StoreFinding[] = [];
  for (const key of orphans) {
    const finding = { check: 'orphan', subject: key, problem: 'no image needs this blob' } as const;
    if (isTooMany) findings.push({ ...finding, outcome: 'left' });
    else if (mode === 'read')
      findings.push({ ...finding, remedy: 'move it to quarantine', outcome: 'found' });
    else {
      if (await catalog.needsBlob(key)) continue;
      await blobs.move(key, { from: 'originals', to: 'quarantine' });
      findings.push({ ...finding, remedy: 'move it to quarantine', outcome: 'repaired' });
    }
  }
  return findings;
}
