import type { PhotoFacts, PhotoRemarks } from '../photo/photo-facts.js';
import { textOf } from '../bytes.js';
import type { Range } from '../ranges.js';
import { embeddedXmp } from '../xmp/embedded-xmp.js';
import type { XmpFacts } from '../xmp/read-xmp.js';
import { growthOf, inOrder, type Edit } from '../edits.js';
import { describeExif, type ExifDescription } from './exif.js';
import type { MetadataKind } from './metadata-kind.js';

const ORIENTATION = 0x0112;
const LENGTH = 26;

/** The location of an EXIF block, and how to write a replacement. */
interface ExifPlace extends Range {
  readonly tiff: Uint8Array;
  readonly wrap: (tiff: OrientedExif) => Uint8Array;
}

const NONE = new Uint8Array();
const NO_XMP: XmpFacts = { tags: [] };

/** Collects removable metadata during a walk. */
export class Findings {
  /** Computes further edits that depend on the others. */
  adjust: (edits: readonly Edit[], keepsExif: boolean) => readonly Edit[] = () => [];
  private readonly found = new Set<MetadataKind>();
  private readonly edits: Edit[] = [];
  private ending: Edit | undefined;
  private exif: ExifPlace | undefined;
  private exifFacts: ExifDescription | undefined;
  /** Of the first packet; none if that cannot be read. */
  private xmp: XmpFacts | 'none' | undefined;

  cut({ start, end }: Range, kind: MetadataKind, bytes: Edit['bytes'] = NONE): void {
    this.found.add(kind);
    this.edits.push({ start, end, bytes });
  }

  /** The end marker for an image that lacks nothing else. It replaces any part of a marker that is there. */
  complete({ start, end }: Range, bytes: Uint8Array): void {
    this.ending = { start, end, bytes };
  }

  /** EXIF with only an orientation stays as it is. Otherwise, only the orientation is kept. */
  cutExif(place: ExifPlace): void {
    if (this.exif === undefined) {
      this.exif = place;
      if (isBareExif(place.tiff)) return;
      this.readExif(place.tiff);
    } else this.cut(place, 'exif');
  }

  readExif(tiff: Uint8Array): void {
    this.found.add('exif');
    this.exifFacts ??= describeExif(tiff);
    for (const kind of this.exifFacts.kinds) this.found.add(kind);
  }

  cutXmp(range: Range, xmp: Uint8Array): void {
    this.xmp ??= embeddedXmp(xmp) ?? 'none';
    this.cutMoreXmp(range, xmp);
  }

  /** XMP that is not read: a part of a packet, or one that is compressed. */
  cutMoreXmp(range: Range, xmp: Uint8Array): void {
    this.cut(range, 'xmp');
    if (this.found.has('gps')) return;
    // In UTF-16 and UTF-32 zeros stand between the letters.
    if (/GPS(?:Latitude|Longitude|Position)/.test(textOf(xmp).replaceAll('\0', ''))) this.found.add('gps');
  }

  get kinds(): readonly MetadataKind[] {
    return [...this.found].sort();
  }

  /** What EXIF tells stands before what XMP tells. */
  get facts(): PhotoFacts {
    const { kinds, caption: _, orientation: _turned, ...facts } = this.exifFacts ?? { kinds: [] };
    const { capturedAt, position } = this.readXmp;
    return { ...(capturedAt && { capturedAt }), ...(position && { position }), ...facts };
  }

  /** Here XMP stands before EXIF, whose texts have no certain encoding. */
  get remarks(): PhotoRemarks {
    const { capturedAt, position, own, shown, ...remarks } = this.readXmp;
    const { caption } = this.exifFacts ?? {};
    return { ...(caption !== undefined && { caption }), ...remarks };
  }

  /** That of EXIF, which AVIF and HEIC do not go by. */
  get orientation(): number {
    const { orientation = 1 } = this.exif === undefined ? {} : describeExif(this.exif.tiff);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }

  private get readXmp(): XmpFacts {
    return this.xmp === undefined || this.xmp === 'none' ? NO_XMP : this.xmp;
  }

  /** The edits that remove everything except this orientation. */
  editsFor(orientation: number): readonly Edit[] {
    if (this.found.size === 0) return this.ending === undefined ? [] : [this.ending];
    const { exif } = this;
    const isKept = exif !== undefined && isBareExif(exif.tiff);
    const turned = orientation > 1 && orientation <= 8;
    const cuts = this.ending === undefined ? [...this.edits] : [...this.edits, this.ending];
    if (exif !== undefined && !isKept) {
      const bytes = turned ? exif.wrap(bareExif(orientation)) : NONE;
      cuts.push({ start: exif.start, end: exif.end, bytes });
    }
    const ordered = inOrder(cuts);
    return inOrder([...ordered, ...this.adjust(ordered, isKept || (exif !== undefined && turned))]);
  }
}

/** The change in length by the edits in a part of the file that ends at `end`. */
export function growthUpTo(end: number, edits: readonly Edit[]): number {
  return edits.filter((edit) => edit.end <= end).reduce((total, edit) => total + growthOf(edit), 0);
}

/** An EXIF block with nothing but an orientation. */
type OrientedExif = Uint8Array;

/** The smallest EXIF block with an orientation. */
export function bareExif(orientation: number): OrientedExif {
  const header = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0];
  const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
  return Uint8Array.from([...header, 1, 0, ...entry, 0, 0, 0, 0]);
}

/** Whether an EXIF block contains nothing but an orientation. */
function isBareExif(tiff: Uint8Array): boolean {
  if (tiff.length !== LENGTH) return false;
  const isLittle = tiff[0] === 0x49;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const head = view.getUint32(4, isLittle) === 8 && view.getUint16(8, isLittle) === 1;
  const entry = view.getUint16(10, isLittle) === ORIENTATION && view.getUint16(12, isLittle) === 3;
  return head && entry && view.getUint32(14, isLittle) === 1 && view.getUint32(22, isLittle) === 0;
}
