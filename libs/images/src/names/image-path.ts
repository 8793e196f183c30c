import { InvalidInput, toNfc, type Fault } from '@cairn/kernel';
import { utf8Length } from './text.js';

export const MAX_PATH_DEPTH = 8;
export const MAX_SEGMENT_BYTES = 255;

/**
 * What no folder name has, as people write them: slashes of either kind, control characters, invisible characters and
 * those that turn the direction of text, lost or unassigned ones, whose NFC may change. Percent-encoding is refused
 * because what stands between may decode an address once more.
 */
const UNFIT =
  '[/\\\\\\p{Cc}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\u00ad\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufffd]|%(?=[0-9A-Fa-f]{2})';
const unfit = new RegExp(UNFIT, 'u');
const unfitRuns = new RegExp(`(?:(?!/)(?:${UNFIT}))+`, 'gu');
/** `%2e` too: browsers, and proxies that decode twice, take it for a dot. */
const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * Reads a folder path: NFC, no slash at either end, `''` for the top folder.
 * @throws {InvalidInput} naming every segment that breaks a rule.
 */
export function parseImagePath(text: string): string {
  const path = toNfc(text).replace(/^\/+|(?<!\/)\/+$/g, '');
  if (path === '') return '';
  InvalidInput.throwIfAny(faultsOf(path.split('/')));
  return path;
}

/**
 * Makes a folder path of folder names from elsewhere. Characters that a path cannot have become `-`, and segments
 * without a name are dropped. The result is not always a valid path: `parseImagePath` says why.
 */
export function cleanImagePath(text: string): string {
  const parts = toNfc(text).replaceAll(unfitRuns, '-').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}

function* faultsOf(segments: readonly string[]): Generator<Fault> {
  if (segments.length > MAX_PATH_DEPTH) {
    yield fault(
      'path-too-deep',
      `The path has ${segments.length} segments; at most ${MAX_PATH_DEPTH} are allowed.`,
    );
  }
  for (const segment of segments) {
    const found = faultOfSegment(segment);
    if (found !== undefined) yield found;
  }
}

function faultOfSegment(segment: string): Fault | undefined {
  if (segment === '') return fault('empty-segment', 'The path has two slashes in a row.');
  if (dots.test(segment)) return fault('dot-segment', `The path must not have \`${segment}\` as a segment.`);
  if (utf8Length(segment) > MAX_SEGMENT_BYTES)
    return fault(
      'segment-too-long',
      `A segment of the path is longer than ${MAX_SEGMENT_BYTES} bytes in UTF-8.`,
    );
  if (unfit.test(segment)) {
    return fault(
      'invalid-character',
      `The path segment ${JSON.stringify(segment)} has a character that is not allowed: a control or invisible character, a backslash, or percent-encoding such as %2F.`,
    );
  }
  return undefined;
}

function fault(code: string, detail: string): Fault {
  return { pointer: '', code, detail };
}
