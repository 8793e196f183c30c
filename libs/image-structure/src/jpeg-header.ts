const SOI = 0xd8;
const SOS = 0xda;
const APP0 = 0xe0;
const EXIF = 0xe1;
const ADOBE = 0xee;
const COM = 0xfe;

/** Real headers are a tenth of that; the limit is for files that repeat segments without end. */
const MAX_BYTES = 512 * 1024;

/** Of a whole number of blocks, however they are sampled. */
const SAMPLE_SIDE = 32;

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
  /** Where the first frame header is among the collected segments. */
  private frameAt: number | undefined;

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

  /**
   * The same as of a small image, which ends before its pixels. It cannot be decoded if its tables cannot be used.
   */
  sample(): Uint8Array {
    const bytes = this.bytes();
    if (this.frameAt === undefined) return bytes;
    // Marker and length, the precision, then height and width, each of two bytes (ITU-T T.81, B.2.2).
    bytes.set([0, SAMPLE_SIDE, 0, SAMPLE_SIDE], this.frameAt + 5);
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
    if (isFrame(marker)) this.frameAt ??= this.sizeInBytes;
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

/** The headers of frames are between C0 and CF, but for tables and what is reserved. */
function isFrame(marker: number): boolean {
  return marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0);
}

function isNeeded(marker: number): boolean {
  return marker !== COM && (marker < APP0 || marker > 0xef || marker === APP0 || marker === ADOBE);
}
