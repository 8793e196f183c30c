import type { KnownFilesRecord, QuotaDetails } from '@cairn/api-schema';
import type { FoundFile } from './dropped-files.ts';

/** What the server takes of files. */
export type Limits = NonNullable<QuotaDetails['uploads']>;
export type ImageType = Limits['types'][number];

/** Room that is left in the account; `undefined` for any. */
export interface Room {
  readonly images?: number | undefined;
  readonly bytes?: number | undefined;
}

/** The images with the bytes of a file. */
export type SameImages = KnownFilesRecord['known'][string];

/** What a file is, as far as its name and its first bytes tell. */
export type FileKind = ImageType | 'video' | 'system' | 'drawing' | 'raw' | 'other';

/** Why a file is not sent: a kind that no server takes, or none that this one takes; empty, too large, or no room. */
export type Objection = FileKind | 'empty' | 'size' | 'room';

/** Files that stay here for the same reason. */
export interface LeftOut {
  readonly why: Objection;
  readonly files: readonly FoundFile[];
}

export interface Checked {
  readonly accepted: readonly FoundFile[];
  readonly leftOut: readonly LeftOut[];
}

const system = /^(?:\..*|thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r|__macosx)$/i;
const endings: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(?:jpe?g|jpe|jfif|jif|mpo)$/i, 'image/jpeg'],
  [/\.a?png$/i, 'image/png'],
  [/\.webp$/i, 'image/webp'],
  [/\.gif$/i, 'image/gif'],
  [/\.avif$/i, 'image/avif'],
  [/\.(?:hei[cf]|hif)$/i, 'image/heic'],
  [/\.jxl$/i, 'image/jxl'],
  [/\.tiff?$/i, 'image/tiff'],
  [/\.(?:bmp|dib)$/i, 'image/bmp'],
  [/\.(?:mov|mp4|m4v|avi|mkv|webm|mts|m2ts|3gp|3g2|mpe?g|wmv|flv|insv)$/i, 'video'],
  [/\.svgz?$/i, 'drawing'],
  [/\.(?:dng|cr2|cr3|crw|nef|nrw|arw|sr2|raf|orf|rw2|pef|srw|x3f|3fr|iiq|rwl)$/i, 'raw'],
];
const beginnings: readonly (readonly [RegExp, FileKind])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^.{4}ftyp(?:avif|mif1(?=(?:.{4})*?avif))/s, 'image/avif'],
  [/^.{4}ftyp(?:hei[cxms]|mif1(?=(?:.{4})*?hei[cx]))/s, 'image/heic'],
  [/^(?:\xff\x0a|\0\0\0\x0cJXL )/, 'image/jxl'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/s, 'image/bmp'],
  [/^(?:.{4}ftyp|\x1aE\xdf\xa3|RIFF.{4}AVI |\0\0\x01\xba|FLV\x01)/s, 'video'],
];
const BEGINNING_BYTES = 64;

/** The kind that the name tells. */
export const kindByName = (name: string): FileKind | undefined =>
  system.test(name) ? 'system' : endings.find(([ending]) => ending.test(name))?.[1];

/**
 * What a file is. Its bytes are read only where its name does not tell that the server takes it: the server goes by the
 * bytes, and phones name a JPEG `IMG_1.HEIC`.
 */
export async function kindOf(file: File, types: readonly ImageType[]): Promise<FileKind> {
  const named = kindByName(file.name);
  if (named === 'system' || isTaken(named, types)) return named;
  const start = await beginningOf(file);
  // Raw data of a camera begins as a TIFF, mostly.
  if (named === 'raw' && start !== 'image/jpeg') return named;
  return start ?? named ?? 'other';
}

const isTaken = (kind: FileKind | undefined, types: readonly ImageType[]): kind is ImageType =>
  types.some((type) => type === kind);

async function beginningOf(file: File): Promise<FileKind | undefined> {
  try {
    const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
    const text = String.fromCharCode(...bytes);
    return beginnings.find(([beginning]) => beginning.test(text))?.[1];
  } catch {
    return undefined; // it cannot be read any more: sending it would tell
  }
}

type Needed = { readonly [Name in keyof Room]-?: number };

const newImage = ({ file }: FoundFile): Needed => ({ images: 1, bytes: file.size });

/**
 * The room that a file takes in a folder. Nothing is sent of one that is there: what comes from another folder or the trash
 * is one image more with bytes that are counted.
 */
export function neededFor(found: FoundFile, path: string, same: SameImages): Needed {
  if (same.length === 0) return newImage(found);
  const isHere = same.some((image) => !image.inTrash && image.path === path);
  return { images: isHere ? 0 : 1, bytes: 0 };
}

/** The files that the server would take, in their order until there is no room, and why it would not take the others. */
export function checkFiles(
  found: readonly FoundFile[],
  {
    kinds,
    limits,
    room,
    needs = newImage,
  }: {
    readonly kinds: ReadonlyMap<File, FileKind>;
    readonly limits: Limits;
    readonly room: Room;
    /** The room that a file takes. By default, that of one that is sent. */
    readonly needs?: ((found: FoundFile) => Needed) | undefined;
  },
): Checked {
  const accepted: FoundFile[] = [];
  const leftOut = new Map<Objection, FoundFile[]>();
  let { images = Infinity, bytes = Infinity } = room;
  for (const one of found) {
    const why = objectionTo(one.file, kinds.get(one.file), limits);
    const needed = needs(one);
    const isFull = why === undefined && (images < needed.images || bytes < needed.bytes);
    const objection = isFull ? 'room' : why;
    if (objection === undefined) {
      accepted.push(one);
      images -= needed.images;
      bytes -= needed.bytes;
    } else {
      const group = leftOut.get(objection) ?? [];
      leftOut.set(objection, group);
      group.push(one);
    }
  }
  return { accepted, leftOut: Array.from(leftOut, ([why, files]) => ({ why, files })) };
}

/** A file whose kind is not known yet is not objected to. */
function objectionTo(
  { size }: File,
  kind: FileKind | undefined,
  { types, maxFileInBytes }: Limits,
): Objection | undefined {
  if (kind !== undefined && !isTaken(kind, types)) return kind;
  if (size === 0) return 'empty';
  return size > maxFileInBytes ? 'size' : undefined;
}
