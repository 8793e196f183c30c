import { textOf } from '../bytes.js';
import type { Range } from '../ranges.js';
import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';

const KEYWORDS: readonly (readonly [RegExp, MetadataKind])[] = [
  [/^Raw profile type (?:exif|APP1)\0/i, 'exif'],
  [/^Raw profile type (?:iptc|8bim)\0/i, 'iptc'],
  [/^Comment\0/i, 'comment'],
];
const XMP = /^(?:XML:com\.adobe\.xmp|Raw profile type xmp)\0/i;
/** The packet is behind its language and the keyword in that, both empty, if it is not compressed. */
const PLAIN_XMP = /^XML:com\.adobe\.xmp\0\0.[^\0]*\0[^\0]*\0/s;

/** Longer than a keyword and a language. */
const MAX_HEAD_BYTES = 1024;

/** Cuts out a text chunk, of which these are the first bytes. */
export function lookAtText(
  { bytes, ...range }: Range & { readonly bytes: Uint8Array },
  found: Findings,
): void {
  const text = textOf(bytes.subarray(0, MAX_HEAD_BYTES));
  const [head] = PLAIN_XMP.exec(text) ?? [];
  if (head !== undefined) return found.cutXmp(range, bytes.subarray(head.length));
  if (XMP.test(text)) return found.cutMoreXmp(range, bytes);
  const [, kind = 'text'] = KEYWORDS.find(([keyword]) => keyword.test(text)) ?? [];
  found.cut(range, kind);
}
