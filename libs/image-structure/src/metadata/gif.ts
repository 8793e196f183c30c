import type { Findings } from './findings.js';
import { skip, take, textOf, type MetadataWalk, type Place, type Step } from './walk.js';

/** Extensions for the number of repetitions and for colour profiles. */
const KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);
const EXTENSION = 0x21;
const FRAME = 0x2c;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Extensions for frame durations and for drawn text. */
const KEPT_LABELS = [0xf9, 0x01];
/** Where a screen and a frame have the byte that gives the size of their colour table. */
const [SCREEN_FLAGS, FRAME_FLAGS] = [10, 8];
const MAX_XMP_BYTES = 64 * 1024;

/** Finds the metadata of a GIF. */
export function* gifMetadata(place: Place, found: Findings): MetadataWalk {
  const screen = yield* take(13);
  yield* skip(colorTableSize(screen[SCREEN_FLAGS]));
  for (;;) {
    const start = place.offset;
    const [block] = yield* take(1);
    if (block === 0x3b) return true;
    if (block === FRAME) {
      const frame = yield* take(9);
      yield* skip(colorTableSize(frame[FRAME_FLAGS]) + 1);
      yield* subBlocks(0);
    } else if (block === EXTENSION) yield* extension(start, place, found);
    else return false;
  }
}

function* extension(start: number, place: Place, found: Findings): Step<void> {
  const [label] = yield* take(1);
  const text = yield* subBlocks(label === APPLICATION ? MAX_XMP_BYTES : 0);
  const name = text.slice(0, 11);
  if (label === COMMENT) found.cut({ start, end: place.offset }, 'comment');
  else if (label === APPLICATION && name === 'XMP DataXMP') found.cutXmp({ start, end: place.offset }, text);
  else if (label === APPLICATION ? !KEPT.has(name) : !KEPT_LABELS.includes(label ?? 0))
    found.cut({ start, end: place.offset }, 'application-data');
}

/** Skips sub-blocks, and returns about as much of their text as requested. */
function* subBlocks(wanted: number): Step<string> {
  let text = '';
  for (;;) {
    const [size = 0] = yield* take(1);
    if (size === 0) return text;
    if (text.length < wanted) text += textOf(yield* take(size));
    else yield* skip(size);
  }
}

function colorTableSize(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags % 8) + 1);
}
