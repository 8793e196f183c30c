import { crsFault } from '@cairn/geometry';
import { BrokenJson } from '../../json/broken-json.js';
import { type Json, memberOf } from '../../json/json.js';
import { readPlain } from '../../json/read-json.js';
import { decodeUtf8 } from './utf8.js';

/**
 * @param envelope A collection without its features, which ends at `offsetInBytes`. Its `type` may be missing.
 * @throws {BrokenJson} if it is not JSON, or has another `crs`, or has another `type`: then what was read is not a
 * FeatureCollection.
 */
export function assertCollection(envelope: Uint8Array, offsetInBytes: number): void {
  const collection = parse(envelope);
  if (collection === undefined) throw new BrokenJson(offsetInBytes, 'is no JSON besides its `features`');
  assertWgs84(collection, offsetInBytes);
  const type = memberOf(collection, 'type');
  if (type === undefined || type === 'FeatureCollection') return;
  const reason = 'has another `type` than `FeatureCollection`, with `features`';
  throw new BrokenJson(offsetInBytes, reason, 'json-of-another-type');
}

const END_OF_COLLECTION = [0x5d, 0x7d];

/**
 * Refuses a collection in another reference system before its features are read, if its `crs` comes before them.
 * @param head What comes before its first feature.
 * @throws {BrokenJson}
 */
export function assertHead(head: Uint8Array, offsetInBytes: number): void {
  const closed = new Uint8Array(head.length + END_OF_COLLECTION.length);
  closed.set(head);
  closed.set(END_OF_COLLECTION, head.length);
  assertWgs84(parse(closed), offsetInBytes);
}

function assertWgs84(collection: Json | undefined, offsetInBytes: number): void {
  const reason = crsFault(memberOf(collection, 'crs'));
  if (reason === undefined) return;
  throw new BrokenJson(offsetInBytes, `has a \`crs\` that ${reason}`, 'json-of-another-crs');
}

function parse(envelope: Uint8Array): Json | undefined {
  const { text } = decodeUtf8(envelope);
  try {
    return text === undefined ? undefined : readPlain(text);
  } catch {
    return undefined;
  }
}
