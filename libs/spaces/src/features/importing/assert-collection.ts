import { BrokenJson } from '../../json/broken-json.js';
import { type Json, memberOf } from '../../json/json.js';
import { readPlain } from '../../json/read-json.js';
import { decodeUtf8 } from './utf8.js';

/**
 * @param envelope A collection without its features, which ends at `offsetInBytes`. Its `type` may be missing.
 * @throws {BrokenJson} where it is no JSON, or has another `type`: then what was read is no FeatureCollection.
 */
export function assertCollection(envelope: Uint8Array, offsetInBytes: number): void {
  const type = memberOf(parse(envelope, offsetInBytes), 'type');
  if (type === undefined || type === 'FeatureCollection') return;
  const reason = 'has another `type` than `FeatureCollection`, with `features`';
  throw new BrokenJson(offsetInBytes, reason, 'json-of-another-type');
}

function parse(envelope: Uint8Array, offsetInBytes: number): Json {
  const { text } = decodeUtf8(envelope);
  try {
    if (text !== undefined) return readPlain(text);
  } catch {
    // It is no JSON either.
  }
  throw new BrokenJson(offsetInBytes, 'is no JSON besides its `features`');
}
