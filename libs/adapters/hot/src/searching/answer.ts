import { FEATURE_SEPARATOR, type FeatureChunk, featureText } from '@cairn/spaces';
import { LEAST_LARGE_BODY, MAX_CHUNK_LENGTH } from '@cairn/spaces/spi';
import type { OverlaidFeature } from '../overlay/overlay.js';
import type { ContentPack } from '../pack/content-pack.js';
import { TimeSlice } from './time-slice.js';

/** A feature that a search has found: its position in the pack, or what is written since. */
export type Hit = number | OverlaidFeature;

/** Longer answers are read from below in pieces: a slow reader holds the whole answer. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20;

const SEPARATOR = Buffer.from(FEATURE_SEPARATOR);

/** Texts of features, joined in UTF-8. */
class JoinedChunk implements FeatureChunk {
  readonly count: number;
  readonly last: string;
  readonly isLast: boolean;

  constructor(
    readonly bytes: Uint8Array,
    { count, last, isLast }: Pick<JoinedChunk, 'count' | 'last' | 'isLast'>,
  ) {
    this.count = count;
    this.last = last;
    this.isLast = isLast;
  }

  get text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength).toString('utf8');
  }
}

interface Piece {
  readonly hit: Hit;
  readonly size: number;
  /** Of a feature that is not in the pack. */
  readonly text?: Uint8Array;
}

/** Collects the features of an answer, and copies their texts out of the pack. */
export class Answer {
  private readonly pieces: Piece[] = [];
  private size = 0;

  constructor(
    private readonly pack: ContentPack,
    /** Whether large features are wanted as they are, or as copies, which the pack does not have. */
    private readonly largeOnes: 'whole' | 'copied',
  ) {}

  /** Returns false where the answer cannot be given from memory. */
  add(hit: Hit): boolean {
    const piece = this.pieceOf(hit);
    if (this.largeOnes === 'copied' && piece.size >= LEAST_LARGE_BODY) return false;
    this.pieces.push(piece);
    this.size += piece.size;
    return this.size <= MOST_ANSWER_BYTES;
  }

  /** Makes way for others between two chunks. */
  async chunks(): Promise<readonly FeatureChunk[]> {
    const slice = new TimeSlice();
    const chunks: FeatureChunk[] = [];
    for (let start = 0; start < this.pieces.length;) {
      let [end, size] = [start, 0];
      for (let piece = this.pieces[end]; piece !== undefined; piece = this.pieces[end]) {
        const joined = size + (end > start ? SEPARATOR.length : 0) + piece.size;
        if (end > start && joined > MAX_CHUNK_LENGTH) break;
        [size, end] = [joined, end + 1];
      }
      const pieces = this.pieces.slice(start, end);
      const last = this.lastOf(pieces);
      const isLast = end === this.pieces.length;
      chunks.push(new JoinedChunk(this.joined(pieces, size), { count: pieces.length, last, isLast }));
      start = end;
      if (!isLast && slice.isOverAfter('dear')) await slice.next();
    }
    return chunks;
  }

  private joined(pieces: readonly Piece[], size: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(size); // not a part of a pool, so that it can be transferred
    let offset = 0;
    for (const { hit, text } of pieces) {
      if (offset > 0) offset += SEPARATOR.copy(bytes, offset);
      if (text !== undefined) bytes.set(text, offset);
      offset += typeof hit === 'number' ? this.pack.copyAt(hit, bytes, offset) : (text?.length ?? 0);
    }
    return bytes;
  }

  private lastOf(pieces: readonly Piece[]): string {
    const hit = pieces.at(-1)?.hit ?? 0;
    return typeof hit === 'number' ? this.pack.idAt(hit) : hit.feature.id;
  }

  private pieceOf(hit: Hit): Piece {
    if (typeof hit === 'number') return { hit, size: this.pack.sizeAt(hit) };
    const text = Buffer.from(featureText(hit.feature));
    return { hit, size: text.length, text };
  }
}
