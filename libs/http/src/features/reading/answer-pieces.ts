import type { TextWriter } from '../../responses/text-writer.js';

/** A longer text is not joined to what is in front of it: that would copy it. In UTF-16 code units. */
const MAX_JOINED = 65_536;

/** What of a response is not sent yet: texts, and bytes that are sent as they are. */
export class AnswerPieces {
  private pieces: (string | Uint8Array)[];
  /** In UTF-16 code units and in bytes. */
  private size: number;

  constructor(opening: string) {
    [this.pieces, this.size] = [[opening], opening.length];
  }

  get length(): number {
    return this.size;
  }

  add(piece: string | Uint8Array): void {
    this.size += piece.length;
    const before = this.pieces.at(-1);
    if (typeof piece === 'string' && typeof before === 'string' && piece.length <= MAX_JOINED)
      this.pieces[this.pieces.length - 1] = before + piece;
    else this.pieces.push(piece);
  }

  /** All of it. */
  get all(): readonly (string | Uint8Array)[] {
    return this.pieces;
  }

  /** Writes all of it. */
  async write(writer: Pick<TextWriter, 'write' | 'writeBytes'>): Promise<void> {
    const { pieces } = this;
    [this.pieces, this.size] = [[], 0];
    for (const piece of pieces)
      await (typeof piece === 'string' ? writer.write(piece) : writer.writeBytes(piece));
  }
}
