import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCopy, NeededBlob } from '@cairn/kernel';
import { writeDurably } from './files.js';

/** Of the folder of a backup. A build that does not know a format refuses it. */
export const FORMAT = 1;

const MANIFEST = 'manifest.json';
const HASH = 'manifest.json.sha256';

/** A file of a snapshot, relative to its folder. */
export interface ManifestFile {
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeInBytes: number;
}

/** A blob that an image needs, and the image. */
export type BlobOfImage = Pick<NeededBlob, 'key' | 'owner' | 'imageId' | 'place'>;

/** A blob whose bytes could not be copied as the database describes them. */
export interface BlobFault extends BlobOfImage {
  readonly problem: 'missing' | 'damaged';
  /** Of the bytes that were found instead. They are in the backup under this hash. */
  readonly found?: Omit<ManifestFile, 'path'> | undefined;
}

/** What a snapshot consists of. Written last: a folder without it is no snapshot. */
export interface Manifest {
  readonly format: number;
  /** The name of its folder. */
  readonly name: string;
  /** Of the program that made it. */
  readonly version: string;
  /** ISO 8601. The database is as it was shortly after. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly database: Omit<DatabaseCopy, 'files'>;
  readonly files: readonly ManifestFile[];
  /** Of the list of blobs. */
  readonly blobs: { readonly count: number; readonly sizeInBytes: number };
  /** Images that were deleted while their blobs were copied. A restore removes their rows. */
  readonly removed: readonly BlobOfImage[];
  readonly faults: readonly BlobFault[];
}

/** The manifest is not what was written, or of a later version. */
export class ManifestUnusable extends Error {
  override readonly name = 'ManifestUnusable';
}

/** Writes a manifest and, beside it, its hash. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeDurably(join(folder, HASH), `${sha256(text)}  ${MANIFEST}\n`);
  await writeDurably(join(folder, MANIFEST), text);
}

/** @throws {ManifestUnusable} when it was changed, belongs to another snapshot or is of a later version. */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const [text, beside] = await Promise.all(
    [MANIFEST, HASH].map((file) =>
      readFile(join(folder, file), 'utf8').catch((cause: unknown) => {
        throw new ManifestUnusable(`${name}/${file} cannot be read`, { cause });
      }),
    ),
  );
  if (text === undefined || beside?.slice(0, 64) !== sha256(text))
    throw new ManifestUnusable(`${name}/${MANIFEST} was changed: its hash is not the one beside it`);
  const manifest = JSON.parse(text) as Manifest; // what is written above, as its hash proves
  if (manifest.format > FORMAT)
    throw new ManifestUnusable(`${name} was made by a later version (${manifest.version}): use that one`);
  if (manifest.name !== name)
    throw new ManifestUnusable(`${name}/${MANIFEST} is that of the snapshot ${manifest.name}`);
  return manifest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
