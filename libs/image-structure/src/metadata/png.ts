import { Crc32 } from '../compression/checksums.js';
import { TableBudget } from '../compression/table-budget.js';
import { bigEndian, bigEndianBytes, bytesOf, joined, textOf } from '../bytes.js';
import { primariesOf } from '../colour/image-colours.js';
import { isMasteringDisplay } from '../colour/mastering-display.js';
import type { Range } from '../ranges.js';
import { MAX_XMP_BYTES } from '../xmp/embedded-xmp.js';
import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { lookAtProfile } from './png-colour-profile.js';
import { lookAtText } from './png-text.js';
import { pngHeader, PngPixels, type PngHeader } from './png-pixels.js';
import { pass, skip, take, type MetadataWalk, type Place, type Step } from './walk.js';

/**
 * Chunks that affect how pixels are displayed, and their lengths, by colour type where there are several. They stand before the
 * pixels, once. Decoders ignore those of another length, and those elsewhere.
 */
const SHOWN: Readonly<Record<string, number | Readonly<Record<number, number>>>> = {
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  cICP: 4,
  mDCV: 24,
  mDCv: 24,
  cLLI: 8,
  cLLi: 8,
  pHYs: 9,
  sTER: 1,
  acTL: 8,
  sBIT: { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 },
  bKGD: { 0: 2, 2: 6, 3: 1, 4: 2, 6: 6 },
  tRNS: { 0: 2, 2: 6 },
};
const POSSIBLE: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  cHRM: (bytes) => primariesOf(bytes) !== undefined,
  mDCV: isMasteringDisplay,
  mDCv: isMasteringDisplay,
  cLLI: () => true,
  cLLi: () => true,
};
const PALETTE = 3;
const MAX_PROFILE_BYTES = 1024 * 1024;
const FCTL_BYTES = 26;
const SEQUENCE_BYTES = 4;

const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** The part of a text chunk that is searched. */
const MAX_TEXT_BYTES = MAX_XMP_BYTES;

const KINDS: Readonly<Record<string, MetadataKind | undefined>> = {
  tIME: 'time',
  caBX: 'content-credentials',
};

/** A chunk of a PNG; `end` is behind its checksum. */
interface Chunk extends Range {
  readonly type: string;
  readonly name: Uint8Array;
  readonly length: number;
}

/** Finds the metadata of a PNG. */
export function* pngMetadata(place: Place, found: Findings): MetadataWalk {
  yield* skip(8);
  return yield* new PngWalk(place, found).run();
}

class PngWalk {
  private header: PngHeader | undefined;
  private readonly budget = new TableBudget();
  private entries = 0;
  private readonly seen = new Set<string>();
  private frames = 0;
  /** How many frames the animation has; none without a valid `acTL` before the pixels. */
  private announced = 0;
  private hasAnimation = false;
  /** Whether there are pixels, of the latest frame if it is an animation. */
  private hasPixels = false;
  private image: PngPixels | undefined;
  private frame: PngPixels | undefined;

  constructor(
    private readonly place: Place,
    private readonly found: Findings,
  ) {}

  *run(): MetadataWalk {
    const { place, found } = this;
    for (let next = 8; ;) {
      const start = place.offset;
      const head = yield* take(8);
      if (head.length < 8) {
        if (start < next || !this.hasPixels || this.frames < this.announced) return false;
        found.complete({ start, end: place.offset }, chunk('IEND', new Uint8Array()));
        return true;
      }
      const length = bigEndian(head, 0, 4);
      const name = head.subarray(4);
      const end = start + 12 + length;
      next = end;
      const part = { type: textOf(name), name, length, start, end };
      const isFine = yield* this.chunk(part);
      yield* skip(end - place.offset);
      if (!isFine) return false;
      if (part.type !== 'IEND') continue;
      if (length > 0) found.cut({ start, end }, 'trailing-data', chunk('IEND', new Uint8Array()));
      else if (place.offset < end)
        found.complete({ start, end: place.offset }, chunk('IEND', new Uint8Array()));
      return true;
    }
  }

  /** Whether the chunk can be understood. */
  private *chunk(part: Chunk): Step<boolean> {
    switch (part.type) {
      case 'IHDR':
        this.header ??= pngHeader(yield* take(part.length));
        return part.length === 13;
      case 'PLTE':
        return yield* this.palette(part);
      case 'IDAT':
        this.hasPixels = true;
        this.image ??= this.header && new PngPixels(this.header, this.budget);
        return yield* this.pixels(part, this.image, 0);
      case 'fcTL':
        return yield* this.control(part);
      case 'fdAT':
        if (!this.hasAnimation || this.frame === undefined) return this.cut(part);
        this.hasPixels = true;
        return yield* this.pixels(part, this.frame, SEQUENCE_BYTES);
      case 'IEND':
        return true;
      case 'iCCP':
        if (this.seen.has('iCCP') || this.image !== undefined) return this.cut(part);
        if (part.length > MAX_PROFILE_BYTES) return false;
        if (lookAtProfile(part, yield* take(part.length), this.found)) this.seen.add('iCCP');
        return true;
      default:
        return yield* this.ancillary(part);
    }
  }

  private *pixels(part: Chunk, pixels: PngPixels | undefined, beforeBytes: number): Step<boolean> {
    if (pixels === undefined) return false;
    const { start, length } = part;
    const before = yield* take(Math.min(length, beforeBytes));
    const inside = { start, type: part.name, length, before };
    pixels.begin(inside);
    yield* pass(length - before.length, (bytes) => pixels.add(bytes));
    pixels.end(inside, this.found);
    return !pixels.hasTooMany;
  }

  /** Only images with a palette show it. Entries that no pixel value can name are never visible. */
  private *palette(part: Chunk): Step<boolean> {
    if (this.header?.colourType !== PALETTE || !this.isShown(part)) return this.cut(part);
    const { depth } = this.header;
    this.entries = Math.min(Math.floor(part.length / 3), 2 ** depth);
    if (this.entries * 3 === part.length) return true;
    const colours = yield* take(this.entries * 3);
    this.found.cut(part, 'application-data', chunk('PLTE', colours));
    return true;
  }

  private *control(part: Chunk): Step<boolean> {
    if (!this.hasAnimation || this.frames === this.announced) {
      this.frame = undefined;
      return this.cut(part);
    }
    if (this.header === undefined || part.length !== FCTL_BYTES) return false;
    this.frames += 1;
    this.hasPixels = false;
    const control = yield* take(FCTL_BYTES);
    const [width, height] = [bigEndian(control, 4, 4), bigEndian(control, 8, 4)];
    this.frame = new PngPixels({ ...this.header, width, height }, this.budget);
    return true;
  }

  /** A critical chunk of an unknown type must come after the pixels; otherwise decoders refuse the image. */
  private *ancillary(part: Chunk): Step<boolean> {
    const { type, length, start, end } = part;
    if (type in SHOWN) {
      if (!this.hasLength(part) || !this.isShown(part)) return this.cut(part);
      if (type in POSSIBLE) return yield* this.possible(part);
      if (type !== 'acTL') return true;
      this.hasAnimation = true;
      this.announced = bigEndian(yield* take(length), 0, 4);
      return true;
    }
    const looked = yield* take(Math.min(length, MAX_TEXT_BYTES));
    if (type === 'eXIf')
      this.found.cutExif({ start, end, tiff: looked, wrap: (bare) => chunk('eXIf', bare) });
    else if (TEXTS.has(type)) lookAtText({ start, end, bytes: looked }, this.found);
    else this.found.cut(part, KINDS[type] ?? 'application-data');
    return true;
  }

  /** Decoders ignore invalid colours, and a display or light if the colours are not HDR. */
  private *possible(part: Chunk): Step<boolean> {
    const isPossible = POSSIBLE[part.type]?.(yield* take(part.length)) === true;
    if (!isPossible || (part.type !== 'cHRM' && !this.seen.has('cICP'))) this.cut(part);
    return true;
  }

  /** Whether it is the first of its kind, and before the pixels. */
  private isShown({ type }: Chunk): boolean {
    const isFirst = !this.seen.has(type);
    this.seen.add(type);
    return isFirst && this.image === undefined;
  }

  private hasLength({ type, length }: Chunk): boolean {
    const { colourType = 0 } = this.header ?? {};
    if (type === 'tRNS' && colourType === PALETTE) return length <= this.entries;
    const allowed = SHOWN[type];
    return length === (typeof allowed === 'object' ? allowed[colourType] : allowed);
  }

  private cut(part: Chunk): true {
    this.found.cut(part, 'application-data');
    return true;
  }
}

function chunk(type: string, payload: Uint8Array): Uint8Array {
  const checked = joined(bytesOf(type), payload);
  return joined(
    bigEndianBytes(payload.length, 4),
    checked,
    bigEndianBytes(new Crc32().add(checked).value, 4),
  );
}
