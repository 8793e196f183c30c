import { IccProfile } from '../icc/icc-profile.js';
import { bytesOf, joined, littleEndian, textOf } from '../bytes.js';
import type { Range } from '../ranges.js';
import type { Edit } from '../edits.js';
import { MAX_XMP_BYTES } from '../xmp/embedded-xmp.js';
import { growthUpTo, type Findings } from './findings.js';
import { pass, skip, take, type MetadataWalk, type Place, type Step } from './walk.js';

const HEADER_BYTES = 12;
const HEAD_BYTES = 8;
const [ICC_FLAG, ALPHA_FLAG, EXIF_FLAG, XMP_FLAG, ANIMATION_FLAG] = [0x20, 0x10, 0x08, 0x04, 0x02];
const FLAGS = ICC_FLAG | ALPHA_FLAG | EXIF_FLAG | XMP_FLAG | ANIMATION_FLAG;
const [FEATURES_BYTES, ANIMATION_BYTES, FRAME_BYTES] = [10, 6, 16];
const MAX_EXIF_BYTES = 1024 * 1024;

/** A chunk; `end` is behind the byte that makes its length even. */
interface Chunk extends Range {
  readonly type: string;
  readonly length: number;
}

/** A file with edits, whose sizes and flags are to be adjusted. */
interface Edited {
  readonly size: number;
  readonly edits: readonly Edit[];
  readonly keepsExif: boolean;
}

/** Finds the metadata of a WebP. The sizes and the feature flags in its headers are adjusted. */
export function* webpMetadata(place: Place, found: Findings): MetadataWalk {
  return yield* new WebpWalk(place, found).run();
}

class WebpWalk {
  private flags: { readonly at: number; readonly value: number } | undefined;
  private readonly frames: Chunk[] = [];
  private profiles = 0;
  private hasProfile = false;
  private isAnimated = false;

  constructor(
    private readonly place: Place,
    private readonly found: Findings,
  ) {}

  *run(): MetadataWalk {
    const { place, found } = this;
    const size = littleEndian(yield* take(HEADER_BYTES), 4, 4);
    const end = 8 + size;
    const image = new ImageChunks();
    for (let chunk = yield* this.head(end); chunk !== 'end'; chunk = yield* this.head(end)) {
      if (chunk === 'cut short') return false;
      yield* this.chunk(chunk, image);
      yield* skip(chunk.end - place.offset);
      if (place.offset < chunk.end - (chunk.length % 2)) return false;
    }
    yield* skip(end - place.offset);
    for (const alpha of image.strays) this.cut(alpha);
    found.adjust = (edits, keepsExif) => this.sizes({ size, edits, keepsExif });
    return true;
  }

  /** The head of the next chunk before `end`. A last byte that only makes a length even may be missing. */
  private *head(end: number): Step<Chunk | 'end' | 'cut short'> {
    const start = this.place.offset;
    if (end - start <= 1) return 'end';
    const head = yield* take(Math.min(HEAD_BYTES, end - start));
    if (head.length < HEAD_BYTES && head.length === end - start) {
      this.found.cut({ start, end }, 'trailing-data');
      return 'end';
    }
    if (head.length < HEAD_BYTES) return 'cut short';
    const length = littleEndian(head, 4, 4);
    return {
      type: textOf(head.subarray(0, 4)),
      length,
      start,
      end: start + HEAD_BYTES + length + (length % 2),
    };
  }

  private *chunk(chunk: Chunk, image: ImageChunks): Step<void> {
    const { start, end, length } = chunk;
    switch (chunk.type) {
      case 'VP8X':
        return yield* this.features(chunk);
      case 'EXIF': {
        const block = yield* take(Math.min(length, MAX_EXIF_BYTES));
        const tiff = textOf(block.subarray(0, 6)) === 'Exif\0\0' ? block.subarray(6) : block;
        return this.found.cutExif({ start, end, tiff, wrap: (bare) => chunkOf('EXIF', bare) });
      }
      case 'XMP ':
        return this.found.cutXmp({ start, end }, yield* take(Math.min(length, MAX_XMP_BYTES)));
      case 'ICCP':
        return yield* this.profile(chunk, image);
      case 'ANIM':
        return this.isAnimated ? this.shorten(chunk, ANIMATION_BYTES) : this.cut(chunk);
      case 'ANMF':
        return this.isAnimated ? yield* this.frame(chunk) : this.cut(chunk);
      case 'VP8 ':
      case 'VP8L':
      case 'ALPH':
        if (this.isAnimated || this.isStrayAlpha(chunk) || !image.takes(chunk)) this.cut(chunk);
        return;
      case 'C2PA':
        return this.found.cut(chunk, 'content-credentials');
      default:
        return this.cut(chunk);
    }
  }

  private *features(chunk: Chunk): Step<void> {
    if (this.flags !== undefined) return this.cut(chunk);
    const [value = 0, ...reserved] = yield* take(Math.min(4, chunk.length));
    const at = chunk.start + HEAD_BYTES;
    this.flags = { at, value };
    this.isAnimated = (value & ANIMATION_FLAG) !== 0;
    if (reserved.some((byte) => byte !== 0))
      this.found.cut({ start: at + 1, end: at + 4 }, 'application-data', 'zeros');
    this.shorten(chunk, FEATURES_BYTES);
  }

  /** Decoders use the first profile before the image, if the feature flags announce it. */
  private *profile(chunk: Chunk, image: ImageChunks): Step<void> {
    this.profiles += 1;
    if (this.profiles > 1 || image.hasImage || this.frames.length > 0 || !this.hasFlag(ICC_FLAG))
      return this.cut(chunk);
    const profile = new IccProfile();
    yield* pass(chunk.length, (bytes, offset) => profile.add(bytes, offset));
    this.hasProfile = profile.isProfile;
    if (!profile.isProfile) return this.cut(chunk);
    for (const stray of profile.strays) this.found.cut(stray, 'application-data', 'zeros');
  }

  /** The image in a frame. Cuts out the other chunks in it. */
  private *frame(frame: Chunk): Step<void> {
    this.frames.push(frame);
    const { end } = frame;
    yield* skip(Math.min(FRAME_BYTES, frame.length));
    const image = new ImageChunks();
    for (let chunk = yield* this.head(end); chunk !== 'end'; chunk = yield* this.head(end)) {
      if (chunk === 'cut short') return;
      const part = { ...chunk, end: Math.min(chunk.end, end) };
      if (!image.takes(part)) this.cut(part);
      yield* skip(part.end - this.place.offset);
    }
    for (const alpha of image.strays) this.cut(alpha);
  }

  /** Cuts out everything after the first bytes of a chunk that has a fixed length. */
  private shorten({ start, end, length }: Chunk, wanted: number): void {
    if (length <= wanted) return;
    this.found.cut({ start: start + 4, end: start + 8 }, 'application-data', uint32(wanted));
    this.found.cut({ start: start + HEAD_BYTES + wanted, end }, 'application-data');
  }

  private cut(range: Range): void {
    this.found.cut(range, 'application-data');
  }

  private isStrayAlpha({ type }: Chunk): boolean {
    return type === 'ALPH' && !this.hasFlag(ALPHA_FLAG);
  }

  private hasFlag(flag: number): boolean {
    return ((this.flags?.value ?? 0) & flag) !== 0;
  }

  private sizes({ size, edits, keepsExif }: Edited): readonly Edit[] {
    const others: Edit[] = [{ start: 4, end: 8, bytes: uint32(size + growthUpTo(8 + size + 1, edits)) }];
    for (const { start, end, length } of this.frames) {
      const inside = edits.filter((edit) => edit.start >= start + HEAD_BYTES && edit.end <= end);
      const growth = growthUpTo(end, inside);
      if (growth !== 0)
        others.push({ start: start + 4, end: start + 8, bytes: uint32(length + (length % 2) + growth) });
    }
    const { flags } = this;
    if (flags === undefined) return others;
    const cleared = XMP_FLAG | (keepsExif ? 0 : EXIF_FLAG) | (this.hasProfile ? 0 : ICC_FLAG);
    const value = flags.value & FLAGS & ~cleared;
    if (value !== flags.value)
      others.push({ start: flags.at, end: flags.at + 1, bytes: Uint8Array.of(value) });
    return others;
  }
}

/** The chunks of one image: its pixels, and before them maybe how transparent they are. */
class ImageChunks {
  hasImage = false;
  /** Transparency that decoders do not read. */
  readonly strays: Range[] = [];
  private alpha: Range | undefined;

  /** Whether decoders may read the chunk. */
  takes(chunk: Chunk): boolean {
    if (this.hasImage) return false;
    if (chunk.type === 'ALPH') {
      if (this.alpha !== undefined) return false;
      this.alpha = chunk;
      return true;
    }
    this.hasImage = chunk.type === 'VP8 ' || chunk.type === 'VP8L';
    // Lossless pixels have their own.
    if (chunk.type === 'VP8L' && this.alpha !== undefined) this.strays.push(this.alpha);
    return this.hasImage;
  }
}

function chunkOf(type: string, payload: Uint8Array): Uint8Array {
  return joined(bytesOf(type), uint32(payload.length), payload, payload.length % 2 === 1 ? [0] : []);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}
