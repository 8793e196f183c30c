const SOI = 0xd8;
const SOS = 0xda;
const APP0 = 0xe0;
const EXIF = 0xe1;
const ADOBE = 0xee;
const COM = 0xfe;

/** Real headers are a tenth of that; the limit is for files that repeat segments without end. */
const MAX_BYTES = 512 * 1024;

/**
 * Collects from the chunks of a JPEG what a decoder needs to describe it: the segments before the first scan, without
 * comments, colour profiles and application data, which may be megabytes.
 */
export class JpegHeader {
  private readonly parts: Uint8Array[] = [];
  private sizeInBytes = 0;
  private start: number[] = [];
  private left = 0;
  private isKept = false;
  private isScan = false;
  private isComplete = false;

  /** The collected segments, as a JPEG that ends before its pixels. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.sizeInBytes);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** Yields the chunks as they are, and looks at each. */
  async *collectFrom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  private add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isComplete;) {
      if (this.left === 0) this.addToStart(chunk[at++] ?? 0);
      else {
        const part = chunk.subarray(at, at + this.left);
        if (this.isKept) this.keep(part.slice());
        at += part.length;
        this.left -= part.length;
      }
      if (this.left === 0 && this.isScan) this.isComplete = true;
    }
  }

  /** The marker of a segment, its length, and of EXIF what tells it from other data under the same marker. */
  private addToStart(byte: number): void {
    const { start } = this;
    if (start.length === 1 && byte === 0xff) return; // fill
    start.push(byte);
    const [mark, marker = 0, high = 0, low = 0] = start;
    if (mark !== 0xff) this.isComplete = true; // not a segment: the decoder says what is wrong
    if (start.length < 2) return;
    const standsAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= SOI);
    const length = high * 256 + low;
    const wanted = standsAlone ? 2 : marker === EXIF && length >= 6 ? 8 : 4;
    if (start.length < wanted) return;
    this.isKept = isNeeded(marker) || (marker === EXIF && String.fromCharCode(...start.slice(4)) === 'Exif');
    if (this.isKept) this.keep(Uint8Array.from(start));
    this.left = standsAlone ? 0 : Math.max(0, length + 2 - wanted);
    this.isScan = marker === SOS;
    this.start = [];
  }

  private keep(part: Uint8Array): void {
    this.parts.push(part);
    this.sizeInBytes += part.length;
    if (this.sizeInBytes > MAX_BYTES) this.isComplete = true;
  }
}

function isNeeded(marker: number): boolean {
  return marker !== COM && (marker < APP0 || marker > 0xef || marker === APP0 || marker === ADOBE);
}
