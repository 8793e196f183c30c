import { FEATURE_SEPARATOR } from '@cairn/spaces';
import { ContentPack } from '../pack/content-pack.js';
import type { MergedParts } from './build-messages.js';

/** Features are copied in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;

const SEPARATOR = Buffer.from(FEATURE_SEPARATOR);

interface Piece {
  readonly text: '';
  readonly bytes: Uint8Array;
}

/** All features of a pack with what was written since, as a query of the store gives them. */
export async function* mergedChunks({
  pack,
  hidden,
  written,
}: MergedParts): AsyncGenerator<Piece, void, undefined> {
  const packed = new ContentPack(pack);
  let position = 0;
  for (const { id, text } of written) {
    const place = packed.placeOf(id);
    yield* packedChunks(packed, { from: position, to: place, hidden });
    yield { text: '', bytes: Buffer.from(text) };
    position = place;
  }
  yield* packedChunks(packed, { from: position, to: packed.featureCount, hidden });
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly hidden: ReadonlySet<number>;
}

function* packedChunks(pack: ContentPack, { from, to, hidden }: Range): Generator<Piece, void, undefined> {
  let positions: number[] = [];
  let size = 0;
  for (let position = from; position < to; position += 1) {
    if (hidden.has(position)) continue;
    positions.push(position);
    size += pack.sizeAt(position) + SEPARATOR.length;
    if (size < PIECE_BYTES) continue;
    yield joined(pack, positions, size);
    [positions, size] = [[], 0];
  }
  if (positions.length > 0) yield joined(pack, positions, size);
}

function joined(pack: ContentPack, positions: readonly number[], size: number): Piece {
  const bytes = Buffer.allocUnsafe(size - SEPARATOR.length);
  let offset = 0;
  for (const position of positions) {
    if (offset > 0) offset += SEPARATOR.copy(bytes, offset);
    offset += pack.copyAt(position, bytes, offset);
  }
  return { text: '', bytes };
}
