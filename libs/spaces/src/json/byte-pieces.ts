/**
 * Collects bytes that come in pieces. Drops what exceeds the limit, except its first byte, which shows that there are
 * too many.
 */
export class BytePieces {
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly limit: number) {}

  get isTooLong(): boolean {
    return this.length > this.limit;
  }

  /** Copies `piece`, which may be part of a buffer that changes later. */
  add(piece: Uint8Array): void {
    const room = this.limit + 1 - this.length;
    if (room <= 0 || piece.length === 0) return;
    this.pieces.push(new Uint8Array(piece.subarray(0, room))); // `slice` of Node's Buffer does not copy
    this.length += Math.min(room, piece.length);
  }

  /** All of them, in one piece. */
  take(): Uint8Array {
    const [first = new Uint8Array(), ...others] = this.pieces;
    if (others.length === 0) return first;
    const joined = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}
