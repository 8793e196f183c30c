import { LzwStream } from '../compression/lzw-stream.js';
import { IccProfile } from '../icc/icc-profile.js';
import { bytesOf, joined, littleEndian, textOf } from '../bytes.js';
import type { Range } from '../ranges.js';
import { MAX_XMP_BYTES } from '../xmp/embedded-xmp.js';
import type { Findings } from './findings.js';
import { pass, skip, take, type MetadataWalk, type Place, type Step } from './walk.js';

const TRAILER = 0x3b;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const CONTROL = 0xf9;
const CONTROL_BYTES = 4;
/** Extensions for the number of repetitions, and the sub-block that has it. */
const REPETITIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const REPETITIONS_BLOCK = { id: 1, length: 3 };
const PROFILE = 'ICCRGBG1012';
const APPLICATION_BYTES = 11;
/** The offsets, in a screen, of the byte with the size of the colour table and of the byte with the background. */
const [SCREEN_FLAGS, SCREEN_BACKGROUND] = [10, 11];
const FRAME_FLAGS = 8;
const MAX_XMP_BLOCKS = 2_000;

/** Finds the metadata of a GIF. */
export function* gifMetadata(place: Place, found: Findings): MetadataWalk {
  return yield* new GifWalk(place, found).run();
}

const NONE = new Uint8Array();

/** An extension, and what is kept of its sub-blocks. */
interface Extension extends Range {
  readonly label: number;
  readonly blocks: readonly Uint8Array[];
  readonly kept: readonly Uint8Array[];
}

class GifWalk {
  private hasFrames = false;
  private usesScreenColours = false;

  constructor(
    private readonly place: Place,
    private readonly found: Findings,
  ) {}

  *run(): MetadataWalk {
    const { place, found } = this;
    const screen = yield* take(13);
    const coloursAt = place.offset;
    const colours = yield* take(colorTableSize(screen[SCREEN_FLAGS]));
    for (;;) {
      const start = place.offset;
      const [block] = yield* take(1);
      if (block === undefined && this.hasFrames)
        found.complete({ start, end: start }, Uint8Array.of(TRAILER));
      if (block === TRAILER || (block === undefined && this.hasFrames)) {
        if (!this.usesScreenColours) this.cutColours(colours, coloursAt, screen[SCREEN_BACKGROUND] ?? 0);
        return true;
      }
      if (block === 0) continue; // some encoders end with one more
      if (block === FRAME) {
        if (!(yield* this.frame())) return false;
      } else if (block !== EXTENSION || !(yield* this.extension(start))) return false;
    }
  }

  /** A table that no frame uses contributes only the colour of the background. */
  private cutColours(colours: Uint8Array, start: number, background: number): void {
    const bare = new Uint8Array(colours.length);
    bare.set(colours.subarray(background * 3, background * 3 + 3), Math.min(background * 3, colours.length));
    if (colours.every((byte, at) => byte === bare[at])) return;
    this.found.cut({ start, end: start + colours.length }, 'application-data', bare);
  }

  /** Cuts out what follows the last pixel. Returns whether the frame can be understood. */
  private *frame(): Step<boolean> {
    const { place, found } = this;
    const frame = yield* take(9);
    const ownColours = colorTableSize(frame[FRAME_FLAGS]);
    if (ownColours === 0) this.usesScreenColours = true;
    yield* skip(ownColours);
    const [codeBits = 0] = yield* take(1);
    const pixels = littleEndian(frame, 4, 2) * littleEndian(frame, 6, 2);
    const lzw = new LzwStream(codeBits, place.offset, pixels);
    let last = { start: place.offset, size: 0 };
    const strays = { found: false };
    for (;;) {
      const start = place.offset;
      const [size] = yield* take(1);
      if (size === undefined) return false;
      if (size === 0) break;
      const { end } = lzw;
      yield* pass(size, (bytes, offset) => {
        lzw.add(bytes, offset);
        if (lzw.hasEnded)
          strays.found ||= bytes.subarray(Math.max(0, lzw.end - offset)).some((byte) => byte !== 0);
      });
      if (lzw.end > end) last = { start, size };
    }
    this.hasFrames = true;
    const kept = lzw.end - last.start - 1;
    if (strays.found && kept > 0 && kept < last.size)
      found.cut({ start: last.start, end: last.start + 1 }, 'trailing-data', Uint8Array.of(kept));
    if (strays.found) found.cut({ start: lzw.end, end: place.offset - 1 }, 'trailing-data');
    return !lzw.isDamaged;
  }

  /** Whether it has its end. */
  private *extension(start: number): Step<boolean> {
    const { place, found } = this;
    const [label] = yield* take(1);
    const profile = new IccProfile();
    const blocks = yield* subBlocks(label === APPLICATION ? profile : undefined, place);
    if (blocks === undefined) return false;
    const range = { start, end: place.offset };
    const [first = NONE] = blocks;
    const name = textOf(first.subarray(0, APPLICATION_BYTES));
    if (label === CONTROL && blocks.length > 0)
      this.keep({ ...range, label, kept: [first.subarray(0, CONTROL_BYTES)], blocks });
    else if (label === COMMENT) found.cut(range, 'comment');
    else if (label !== APPLICATION) found.cut(range, 'application-data');
    else if (name === 'XMP DataXMP') found.cutXmp(range, xmpIn(blocks));
    else if (REPETITIONS.has(name)) {
      const [, repetitions = NONE] = blocks;
      const isKnown =
        first.length === APPLICATION_BYTES &&
        repetitions[0] === REPETITIONS_BLOCK.id &&
        repetitions.length === REPETITIONS_BLOCK.length;
      const kept = [bytesOf(name), repetitions];
      if (!isKnown) found.cut(range, 'application-data');
      else this.keep({ ...range, label, kept, blocks });
    } else if (name !== PROFILE || first.length > APPLICATION_BYTES || !profile.isProfile)
      found.cut(range, 'application-data');
    else for (const stray of profile.strays) found.cut(stray, 'application-data', 'zeros');
    return true;
  }

  /** Cuts out all but some sub-blocks of an extension. */
  private keep({ label, kept, blocks, ...range }: Extension): void {
    if (blocks.length === kept.length && blocks.every(({ length }, at) => length === kept[at]?.length))
      return;
    const bytes = kept.map((block) => joined([block.length], block));
    this.found.cut(range, 'application-data', joined([EXTENSION, label], ...bytes, [0]));
  }
}

/** The first sub-blocks, as long as there is room for text; `undefined` where they have no end. */
function* subBlocks(profile: IccProfile | undefined, place: Place): Step<readonly Uint8Array[] | undefined> {
  const blocks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const [size] = yield* take(1);
    if (size === undefined || size === 0) return size === undefined ? undefined : blocks;
    const at = place.offset;
    if (length >= MAX_XMP_BYTES || blocks.length >= MAX_XMP_BLOCKS) {
      // An extension that is kept has few blocks: here it is enough that there are more.
      yield* pass(size, (bytes, offset) => profile?.add(bytes, offset));
      continue;
    }
    const block = yield* take(size);
    if (blocks.length > 0) profile?.add(block, at);
    blocks.push(block);
    length += size;
  }
}

/** The sizes of its sub-blocks are characters of the packet. Behind it are bytes by which any of them leads to the end. */
function xmpIn(blocks: readonly Uint8Array[]): Uint8Array {
  const bytes = joined(...blocks.slice(1).flatMap((block) => [[block.length], block]));
  const end = bytes.indexOf(1);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function colorTableSize(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags % 8) + 1);
}
