import {
  edited,
  MetadataReader,
  readEdited,
  readEdits,
  writtenEdits,
  type Edit,
} from '@cairn/image-structure';
import { UndecodableImage, UnsupportedImageType } from '@cairn/images';
import { sourceOf } from '@cairn/testkit';
import sharp from 'sharp';
import { SharpImageProcessor } from '../sharp-image-processor.js';

/** What nobody may find in a file that is served. */
export const MARKER = Buffer.from('48.137N 11.575E Jane at home');

const processor = new SharpImageProcessor();

/** An uploaded file as it is served, or that it is refused. Comes in pieces of some size. */
export async function served(bytes: Buffer, size = 65_536): Promise<Buffer | 'refused'> {
  const source = sourceOf(bytes, size);
  try {
    const { orientation } = await processor.examine(source, () => undefined, 'jane');
    const reader = new MetadataReader();
    for await (const chunk of reader.readFrom(source.read())) void chunk;
    const metadata = await reader.complete(() => source.read());
    if (metadata === undefined) return 'refused';
    const edits = metadata.editsFor(orientation);
    const cut = await gathered(edited(source.read(), edits));
    if (edits.length > 0) await assertSameInParts(bytes, { edits, cut, size });
    return cut;
  } catch (error) {
    if (error instanceof UndecodableImage || error instanceof UnsupportedImageType) return 'refused';
    throw error;
  }
}

const RANGES = 12;
const parseList: (json: string) => ReturnType<typeof writtenEdits> = JSON.parse;

/** What is served of a file that is stored whole: the same in every part, by the list of edits as it is stored. */
async function assertSameInParts(
  bytes: Buffer,
  { edits, cut, size }: { readonly edits: readonly Edit[]; readonly cut: Buffer; readonly size: number },
): Promise<void> {
  const stored = parseList(JSON.stringify(writtenEdits(edits, bytes.length)));
  const list = readEdits(stored, { size: bytes.length, editedSize: cut.length });
  const read = async ({ start, end }: { readonly start: number; readonly end: number }) =>
    sourceOf(bytes.subarray(start, end + 1), size).read();
  // Where a part begins or ends, something may come out that only the next one cuts.
  const near = edits.flatMap(({ start, end }) => [start, end]).filter((at) => at <= cut.length);
  const places = [
    0,
    cut.length,
    ...near,
    ...Array.from({ length: RANGES }, (_, at) => (at * 7_919) % cut.length),
  ];
  for (const [index, start] of places.entries()) {
    const other = places[(index * 5 + 3) % places.length] ?? 0;
    const range = { start: Math.min(start, other), end: Math.max(start, other) - 1 };
    const part = cut.subarray(range.start, range.end + 1);
    const got = await gathered(await readEdited(list, range, read));
    if (!got.equals(part))
      throw new Error(`Bytes ${range.start} to ${range.end} are not those of the cut file.`);
  }
  const all = await gathered(await readEdited(list, { start: 0, end: cut.length - 1 }, read));
  if (!all.equals(cut)) throw new Error('It is not the cut file.');
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}

/** What decoders show: pixels of every frame in sRGB, sizes, turn, and times; `undefined` if they refuse. */
export async function shown(bytes: Buffer): Promise<string | undefined> {
  try {
    const image = sharp(bytes, { pages: -1, failOn: 'none' });
    const { width, height, pages, delay, loop, orientation } = await image.metadata();
    const { data } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(data))).toString('hex');
    return JSON.stringify({ width, height, pages, delay, loop, orientation, hash });
  } catch {
    return undefined;
  }
}
