import { BrokenJson } from '../../json/broken-json.js';
import { BytePieces } from '../../json/byte-pieces.js';
import { ItemScanner } from '../../json/item-scanner.js';
import { assertCollection, assertHead } from './collection-envelope.js';

/** The text of one feature in UTF-8, and where it begins. */
export interface FeatureSlice {
  readonly bytes: Uint8Array;
  /** From the start of the stream. */
  readonly offsetInBytes: number;
  /** Whether it is a whole value, and not an item of a collection. */
  readonly isWhole?: true | undefined;
  /** Why a record or a line was not read, or not to its end. The bytes then have no meaning. */
  readonly fault?: { readonly code: string; readonly detail: string } | undefined;
}

const [QUOTE, LINE_FEED] = [0x22, 0x0a];
const SPACES = new Set([0x20, 0x09, LINE_FEED, 0x0d]);

/** How many bytes of a piece are searched to find out what it is. */
const MAX_LOOKED_AT = 4_096;

/**
 * A line or a record. It holds one value: a feature, a geometry, or a collection, whose features are cut out as they
 * come. A broken piece does not affect those after it.
 */
export class FeaturePiece {
  private readonly raw: BytePieces;
  private length = 0;
  private nextLook = 0;
  private isHeadChecked = false;
  private kind: 'unknown' | 'value' | 'collection' | 'broken' = 'unknown';
  private scanner: ItemScanner | undefined;

  constructor(
    private readonly maxSizeInBytes: number,
    /** Offset of the piece. */
    private readonly offset: number,
  ) {
    this.raw = new BytePieces(maxSizeInBytes);
  }

  /** The features of a collection that end in these bytes. */
  *add(bytes: Uint8Array): Generator<FeatureSlice, void, undefined> {
    if (this.kind === 'broken') return;
    if (this.scanner?.found !== true) this.raw.add(bytes);
    if (this.kind === 'collection') yield* this.scan(bytes);
    if (this.kind !== 'unknown') return;
    this.length += bytes.length;
    if (this.length >= this.nextLook) yield* this.look();
  }

  /** The feature, if the piece is one. Nothing for a collection, or for a piece of spaces only. */
  *end(): Generator<FeatureSlice, void, undefined> {
    if (this.kind === 'unknown') yield* this.look();
    if (this.kind === 'broken') return;
    if (this.scanner?.found === true) yield* this.endCollection(this.scanner);
    else yield* this.value();
  }

  /**
   * Finds out what the piece is, if enough of it has come. Searches again only once its length has doubled, so that a
   * piece which comes byte by byte is not searched for each byte.
   */
  private *look(): Generator<FeatureSlice, void, undefined> {
    this.nextLook = 2 * this.length;
    const known = this.raw.take();
    const found = kindOf(known);
    if (found === 'collection') {
      this.kind = 'collection';
      yield* this.scan(known);
    } else if (found === 'value' || this.length > MAX_LOOKED_AT) this.kind = 'value';
  }

  private *scan(bytes: Uint8Array): Generator<FeatureSlice, void, undefined> {
    const { maxSizeInBytes } = this;
    const scanner = (this.scanner ??= new ItemScanner({
      path: ['features'],
      maxItemLength: maxSizeInBytes,
      maxEnvelopeLength: maxSizeInBytes,
    }));
    try {
      for (const item of scanner.feed(bytes)) {
        if (!this.isHeadChecked) assertHead(scanner.head, this.offset);
        this.isHeadChecked = true;
        yield { bytes: item, offsetInBytes: this.offset + scanner.itemOffset };
      }
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      if (scanner.found) yield this.broken(error);
      else this.kind = 'value';
    }
  }

  private *endCollection(scanner: ItemScanner): Generator<FeatureSlice, void, undefined> {
    try {
      assertCollection(scanner.end(), scanner.length);
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      yield this.broken(error);
    }
  }

  private *value(): Generator<FeatureSlice, void, undefined> {
    const piece = this.raw.take();
    const start = piece.findIndex((byte) => !SPACES.has(byte));
    if (start < 0) return;
    const end = piece.findLastIndex((byte) => !SPACES.has(byte)) + 1;
    yield { bytes: piece.subarray(start, end), offsetInBytes: this.offset + start, isWhole: true };
  }

  private broken({ code, reason, offsetInBytes }: BrokenJson): FeatureSlice {
    this.kind = 'broken';
    const fault =
      code === 'json-of-another-crs'
        ? { code: 'invalid-crs', detail: `The collection ${reason}.` }
        : { code: 'invalid-json', detail: `The collection ${reason}, at its byte ${offsetInBytes}.` };
    return { bytes: new Uint8Array(), offsetInBytes: this.offset, fault };
  }
}

const VALUE = codesOf('Feature"');
const COLLECTIONS = [codesOf('features"'), codesOf('FeatureCollection"')];

function codesOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * The kind that the first known word in the text suggests. The value may still be of another kind, which shows when it
 * is read.
 */
function kindOf(bytes: Uint8Array): 'value' | 'collection' | undefined {
  const end = Math.min(bytes.length, MAX_LOOKED_AT);
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== QUOTE) continue;
    if (hasAt(bytes, at + 1, VALUE)) return 'value';
    if (COLLECTIONS.some((word) => hasAt(bytes, at + 1, word))) return 'collection';
  }
  return undefined;
}

const hasAt = (bytes: Uint8Array, from: number, word: readonly number[]): boolean =>
  word.every((code, index) => bytes[from + index] === code);
