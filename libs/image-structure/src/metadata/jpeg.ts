import { IccProfile } from '../icc/icc-profile.js';
import type { Range } from '../ranges.js';
import type { Findings } from './findings.js';
import { bigEndian, bytesOf, joined, textOf } from '../bytes.js';
import { skip, take, type MetadataWalk, type Place } from './walk.js';

const EOI = 0xd9;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP11 = 0xeb;
const APP13 = 0xed;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** What does not fit into the packet, such as the history of an editor. */
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const JFIF_LENGTH = 14;

const ICC = 'ICC_PROFILE\0';
/** The name, and the numbers of a fragment and of all of them. */
const ICC_HEAD_BYTES = 14;
const ADOBE_BYTES = 12;

interface Segment extends Range {
  readonly marker: number;
  readonly payload: Uint8Array;
}

/**
 * Finds the metadata of a JPEG, including between scans. Gain maps and other images after the first one are removed
 * with the data that locates them.
 */
export function* jpegMetadata(place: Place, found: Findings): MetadataWalk {
  const profile = new ProfileFragments(found);
  yield* skip(2);
  for (;;) {
    const [marker] = yield 'marker';
    if (marker === undefined) return false;
    if (marker === EOI) return profile.end();
    const start = place.offset - 2;
    const length = bigEndian(yield* take(2), 0, 2);
    if ((marker >= APP0 && marker <= APP15) || marker === COM) {
      const payload = yield* take(length - 2);
      const segment = { marker, start, end: place.offset, payload };
      if (marker === APP2 && textOf(payload.subarray(0, ICC.length)) === ICC) profile.add(segment);
      else look(segment, found);
    } else yield* skip(length - 2);
  }
}

/** The fragments of an ICC profile. Decoders show it only if all are there, each once. */
class ProfileFragments {
  private readonly profile = new IccProfile();
  private readonly places: Range[] = [];
  private count = 0;
  private isOutOfOrder = false;
  private hasTwice = false;

  constructor(private readonly found: Findings) {}

  add({ start, end, payload }: Segment): void {
    const [number = 0, count = 0] = payload.subarray(ICC.length);
    if (this.places.length === 0) this.count = count;
    const expected = this.places.length + 1;
    if (number === expected && count === this.count && number <= count) {
      this.places.push({ start, end });
      this.profile.add(payload.subarray(ICC_HEAD_BYTES), start + 4 + ICC_HEAD_BYTES);
    } else {
      this.isOutOfOrder ||= number > expected && number <= this.count;
      this.hasTwice ||= number > 0 && number < expected;
      this.found.cut({ start, end }, 'application-data');
    }
  }

  /** Whether the fragments make sense. */
  end(): boolean {
    const isShown = this.places.length === this.count && !this.hasTwice && this.profile.isProfile;
    if (!isShown) for (const place of this.places) this.found.cut(place, 'application-data');
    else for (const stray of this.profile.strays) this.found.cut(stray, 'application-data', 'zeros');
    return !this.isOutOfOrder;
  }
}

function look({ marker, start, end, payload }: Segment, found: Findings): void {
  const name = textOf(payload.subarray(0, 40));
  switch (marker) {
    case COM:
      return found.cut({ start, end }, 'comment');
    case APP0:
      if (name.startsWith('JFIF\0')) return lookAtJfif({ marker, start, end, payload }, found);
      return found.cut({ start, end }, name.startsWith('JFXX\0') ? 'thumbnail' : 'application-data');
    case APP1:
      if (name.startsWith('Exif\0')) {
        const tiff = payload.subarray(EXIF.length);
        return found.cutExif({
          start,
          end,
          tiff,
          wrap: (bare) => segment(APP1, joined(bytesOf(EXIF), bare)),
        });
      }
      if (name.startsWith(XMP)) return found.cutXmp({ start, end }, payload.subarray(XMP.length));
      if (name.startsWith(MORE_XMP)) return found.cutMoreXmp({ start, end }, payload);
      break;
    case APP2:
      if (name.startsWith('MPF\0') || name.startsWith('urn:iso:std:iso:ts:21496'))
        return found.cut({ start, end }, 'embedded-images');
      break;
    case APP11:
      if (name.startsWith('JP')) return found.cut({ start, end }, 'content-credentials');
      break;
    case APP13:
      if (name.startsWith('Photoshop 3.0\0')) return found.cut({ start, end }, 'iptc');
      break;
    case APP14:
      // Without it, decoders would misinterpret the colours.
      if (name.startsWith('Adobe') && payload.length >= ADOBE_BYTES) {
        if (payload.length > ADOBE_BYTES)
          found.cut({ start, end }, 'application-data', segment(APP14, payload.subarray(0, ADOBE_BYTES)));
        return;
      }
      break;
  }
  found.cut({ start, end }, 'application-data');
}

/** Keeps the resolution. */
function lookAtJfif({ start, end, payload }: Segment, found: Findings): void {
  const [width = 0, height = 0] = payload.subarray(JFIF_LENGTH - 2, JFIF_LENGTH);
  if (width * height === 0 && payload.length <= JFIF_LENGTH) return;
  const bare = joined(payload.subarray(0, JFIF_LENGTH - 2), [0, 0]);
  found.cut({ start, end }, 'thumbnail', segment(APP0, bare));
}

function segment(marker: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 2;
  return joined([0xff, marker, length >> 8, length % 256], payload);
}
