import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseCopy, NeededBlob } from '@cairn/kernel';
import { DigestCounter, writeDurably } from './files.js';
import { faultOfManifest, MAX_ENTRIES } from './manifest-faults.js';

/** The format of a backup folder. A build refuses a format that it does not know. */
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
  /** Hash of the bytes that were found instead. The backup has them under this hash. */
  readonly found?: Omit<ManifestFile, 'path'> | undefined;
}

/** What a snapshot consists of. Written last: a folder without it is no snapshot. */
export interface Manifest {
  readonly format: number;
  /** The name of its folder. */
  readonly name: string;
  /** The version of the program that made it. */
  readonly version: string;
  /** ISO 8601. The database is as it was shortly after. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly database: Omit<DatabaseCopy, 'files'>;
  readonly files: readonly ManifestFile[];
  /** The totals of the list of blobs. */
  readonly blobs: { readonly count: number; readonly sizeInBytes: number };
  /** Images that were deleted while their blobs were copied. A restore removes their rows. */
  readonly removed: readonly BlobOfImage[];
  readonly faults: readonly BlobFault[];
}

/** The manifest is not as it was written, or is of a later version. */
export class ManifestUnusable extends Error {
  override readonly name = 'ManifestUnusable';
}

/** The length of a manifest with the maximum number of entries. */
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * Maximum nesting of objects and arrays. Each level takes memory before it is found that the text is not a manifest.
 */
const MAX_DEPTH = 4;

/** Writes a manifest and, beside it, its hash. @throws {ManifestUnusable} for one that could not be read again. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const fault = Buffer.byteLength(text) > MAX_BYTES ? `has more than ${MAX_ENTRIES} entries` : undefined;
  const found = fault ?? faultOfManifest(manifest);
  if (found !== undefined) throw new ManifestUnusable(`The manifest of ${manifest.name} ${found}.`);
  await writeDurably(join(folder, HASH), `${sha256(text)}  ${MANIFEST}\n`);
  await writeDurably(join(folder, MANIFEST), text);
}

/**
 * Reads no more than the maximum length of a manifest. Anyone who can write into the folder can also forge the hash, so
 * the content is checked.
 * @throws {ManifestUnusable} when it was changed, belongs to another snapshot, is of a later version, or is none.
 */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const [{ text, hash }, beside] = await Promise.all([
    read(join(folder, MANIFEST), `${name}/${MANIFEST}`),
    read(join(folder, HASH), `${name}/${HASH}`),
  ]);
  if (beside.text.slice(0, 64) !== hash)
    throw new ManifestUnusable(`${name}/${MANIFEST} was changed: its hash is not the one beside it`);
  const manifest = parsed(text);
  const isLater = formatOf(manifest) > FORMAT;
  if (isLater)
    throw new ManifestUnusable(`${name} was made by a later version${versionOf(manifest)}: use that one`);
  const fault = faultOfManifest(manifest);
  if (fault !== undefined)
    throw new ManifestUnusable(`${name}/${MANIFEST} is no manifest of a backup: it ${fault}`);
  const right = manifest as Manifest; // checked above
  if (right.name !== name)
    throw new ManifestUnusable(`${name}/${MANIFEST} is that of the snapshot ${right.name}`);
  return right;
}

/** @throws {ManifestUnusable} where it cannot be read, or is more than a manifest is. */
async function read(path: string, shown: string): Promise<{ readonly text: string; readonly hash: string }> {
  const counter = new DigestCounter();
  const nesting = new Nesting();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of counter.through(createReadStream(path))) {
      length += part.length;
      if (length > MAX_BYTES) throw new ManifestUnusable(`${shown} has more than ${MAX_BYTES} bytes`);
      if (nesting.after(part) > MAX_DEPTH)
        throw new ManifestUnusable(`${shown} is nested deeper than a manifest is`);
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof ManifestUnusable) throw cause;
    throw new ManifestUnusable(`${shown} cannot be read`, { cause });
  }
  return { text: Buffer.concat(parts).toString('utf8'), hash: counter.digest().sha256 };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/** The nesting depth of JSON, found before it is parsed. */
class Nesting {
  private depth = 0;
  private place: 'outside' | 'in a text' | 'behind a backslash' = 'outside';

  /** The depth of the deepest place in a part. */
  after(part: Uint8Array): number {
    let deepest = this.depth;
    for (const byte of part) {
      if (this.place === 'behind a backslash') this.place = 'in a text';
      else if (byte === QUOTE) this.place = this.place === 'outside' ? 'in a text' : 'outside';
      else if (this.place === 'in a text') {
        if (byte === BACKSLASH) this.place = 'behind a backslash';
      } else if (OPENING.has(byte)) deepest = Math.max(deepest, (this.depth += 1));
      else if (CLOSING.has(byte)) this.depth -= 1;
    }
    return deepest;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([one]) => one === name)?.[1]
    : undefined;

function formatOf(manifest: unknown): number {
  const format = memberOf(manifest, 'format');
  return typeof format === 'number' ? format : 0;
}

function versionOf(manifest: unknown): string {
  const version = memberOf(manifest, 'version');
  return typeof version === 'string' ? ` (${version})` : '';
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
