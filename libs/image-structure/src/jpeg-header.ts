const RESTARTS = { first: 0xd0, last: 0xd7 };
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const EXIF = 0xe1;
const ADOBE = 0xee;
const COM = 0xfe;

/** Real headers take a tenth of this. The limit is for files that repeat segments endlessly. */
const MAX_BYTES = 512 * 1024;

/** A whole number of blocks for every subsampling. */
const SAMPLE_SIDE = 32;

/**
 * Collects what a decoder reads from a JPEG besides the pixels: the segments before the first scan and between scans,
 * without comments, colour profiles and application data, which may take megabytes.
 */
export class JpegHeader {
  private readonly parts: { readonly bytes: Uint8Array; readonly offset: number }[] = [];
  /** The offset in the file. */
  private offset = 0;
  private sizeInBytes = 0;
  private start: number[] = [];
  private left = 0;
  private isKept = false;
  private isScan = false;
  private isComplete = false;
  /** Whether the position is in coded pixels, which last until the next marker. */
  private isCoded = false;
  /** The length of the segments before the first scan, and its header. */
  private headerBytes: number | undefined;
  /** The offset of the first frame header in the collected segments. */
  private frameAt: number | undefined;

  /** Whether there is more than any decoder needs. The rest was not collected. */
  get isTooLong(): boolean {
    return this.sizeInBytes > MAX_BYTES;
  }

  /** The segments up to the first scan, as a JPEG without pixels. */
  bytes(): Uint8Array {
    return this.all(Infinity).subarray(0, this.headerBytes);
  }

  private all(end: number): Uint8Array {
    const bytes = new Uint8Array(this.sizeInBytes);
    let at = 0;
    for (const part of this.parts) {
      if (part.offset >= end) break;
      bytes.set(part.bytes, at);
      at += part.bytes.length;
    }
    return bytes.subarray(0, at);
  }

  /**
   * All segments before an offset of the file, as a small image without coded pixels. It cannot be decoded if a segment is
   * invalid.
   */
  sample(end = Infinity): Uint8Array {
    const bytes = this.all(end);
    if (this.frameAt === undefined) return bytes;
    // Skips marker and length, and the precision; then come height and width, of two bytes each (ITU-T T.81, B.2.2).
    bytes.set([0, SAMPLE_SIDE, 0, SAMPLE_SIDE], this.frameAt + 5);
    return bytes;
  }

  /** Passes the chunks through, and inspects each. */
  async *collectFrom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  private add(chunk: Uint8Array): void {
    const start = this.offset;
    for (let at = 0; at < chunk.length && !this.isComplete;) {
      this.offset = start + at;
      if (this.isCoded) at = this.seek(chunk, at);
      else if (this.left === 0) this.addToStart(chunk[at++] ?? 0);
      else {
        const part = chunk.subarray(at, at + this.left);
        if (this.isKept) this.keep(part.slice());
        at += part.length;
        this.left -= part.length;
        if (this.left === 0) this.endSegment();
      }
    }
    this.offset = start + chunk.length;
  }

  /** Skips bytes that are not a marker, as decoders do, and returns the offset of the next byte. */
  private seek(chunk: Uint8Array, from: number): number {
    if (this.start.length === 0) {
      const mark = chunk.indexOf(0xff, from);
      if (mark === -1) return chunk.length;
      this.start = [0xff];
      return mark + 1;
    }
    const code = chunk[from] ?? 0;
    if (code === EOI) this.isComplete = true;
    else if (code === 0 || (code >= RESTARTS.first && code <= RESTARTS.last)) this.start = [];
    else if (code !== 0xff) {
      this.isCoded = false;
      return from;
    }
    return from + 1;
  }

  /**
   * Collects the marker of a segment, its length, and the signature that distinguishes EXIF from other data under its
   * marker.
   */
  private addToStart(byte: number): void {
    const { start } = this;
    // Bytes that are not a marker, and those that fill up to one, are skipped as decoders do.
    if (start.length === 0 && byte !== 0xff) return;
    if (start.length === 1 && byte === 0xff) return;
    if (start.length === 1 && byte === 0) {
      this.start = [];
      return;
    }
    start.push(byte);
    const [, marker = 0, high = 0, low = 0] = start;
    if (start.length < 2) return;
    const standsAlone = marker <= 0x01 || (marker >= RESTARTS.first && marker <= SOI);
    const length = high * 256 + low;
    const wanted = standsAlone ? 2 : marker === EXIF && length >= 6 ? 8 : 4;
    if (start.length < wanted) return;
    this.isKept = isNeeded(marker) || (marker === EXIF && String.fromCharCode(...start.slice(4)) === 'Exif');
    if (isFrame(marker)) this.frameAt ??= this.sizeInBytes;
    if (this.isKept) this.keep(Uint8Array.from(start));
    this.left = standsAlone ? 0 : Math.max(0, length + 2 - wanted);
    this.isScan = marker === SOS;
    this.start = [];
    if (this.left === 0) this.endSegment();
  }

  private endSegment(): void {
    if (this.isScan) this.headerBytes ??= this.sizeInBytes;
    this.isCoded = this.headerBytes !== undefined;
  }

  private keep(part: Uint8Array): void {
    this.parts.push({ bytes: part, offset: this.offset });
    this.sizeInBytes += part.length;
    if (this.isTooLong) this.isComplete = true;
  }
}

/** Frame headers are between C0 and CF, except for tables and reserved values. */
function isFrame(marker: number): boolean {
  return marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0);
}

function isNeeded(marker: number): boolean {
  return marker !== COM && (marker < APP0 || marker > 0xef || marker === APP0 || marker === ADOBE);
}
