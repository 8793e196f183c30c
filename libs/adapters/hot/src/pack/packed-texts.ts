/** Every text begins so, then comes the id as JSON. */
const START = '{"type":"Feature","id":';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The texts of a pack: bytes in segments, with an offset for each text. */
export class PackedTexts {
  private readonly segments: readonly Buffer<SharedArrayBuffer>[];
  /** Where each segment begins, as if they were one. */
  private readonly starts: readonly number[];

  constructor(
    segments: readonly SharedArrayBuffer[],
    private readonly offsets: Uint32Array,
  ) {
    let start = 0;
    this.segments = segments.map((segment) => Buffer.from(segment));
    this.starts = segments.map(({ byteLength }) => (start += byteLength) - byteLength);
  }

  sizeAt(position: number): number {
    return this.offsetAt(position + 1) - this.offsetAt(position);
  }

  textAt(position: number): string {
    const { segment, start, end } = this.at(position);
    return segment.toString('utf8', start, end);
  }

  /** Copies a text to that place of the bytes, and returns its size. */
  copyAt(position: number, target: Uint8Array, offset: number): number {
    const { segment, start, end } = this.at(position);
    return segment.copy(target, offset, start, end);
  }

  idAt(position: number): string {
    const { segment, start } = this.at(position);
    const from = start + START.length;
    let end = from + 1;
    let isPlain = true;
    for (let byte = segment[end]; byte !== QUOTE; byte = segment[end]) {
      if (byte === BACKSLASH) isPlain = false;
      end += byte === BACKSLASH ? 2 : 1;
    }
    if (isPlain) return segment.toString('utf8', from + 1, end);
    return readText(segment.toString('utf8', from, end + 1));
  }

  /** Whether the feature has the id that this is the JSON of. */
  hasId(position: number, json: Uint8Array): boolean {
    const { segment, start, end } = this.at(position);
    const from = start + START.length;
    if (from + json.length > end) return false;
    return segment.compare(json, 0, json.length, from, from + json.length) === 0;
  }

  private at(position: number) {
    const [offset, next] = [this.offsetAt(position), this.offsetAt(position + 1)];
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const [segment, first = 0] = [this.segments[low], this.starts[low]];
    if (segment === undefined) throw new RangeError(`The pack has no text ${position}.`);
    return { segment, start: offset - first, end: next - first };
  }

  private offsetAt(position: number): number {
    return this.offsets[position] ?? 0;
  }
}

const readText: (json: string) => string = JSON.parse;

/** Whether a text begins with this id, as `bodyOf` writes it. */
export const beginsWithId = (text: string, id: string): boolean =>
  text.startsWith(JSON.stringify(id), START.length) && text.startsWith(START);
