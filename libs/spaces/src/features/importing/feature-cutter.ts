import { BrokenJson } from '../../json/broken-json.js';
import { ItemScanner } from '../../json/item-scanner.js';
import { assertCollection, assertHead } from './collection-envelope.js';
import { FeaturePiece, type FeatureSlice } from './feature-piece.js';

const [LINE_FEED, RECORD_SEPARATOR] = [0x0a, 0x1e];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const SPACES = new Set([0x20, 0x09, LINE_FEED, 0x0d]);

/**
 * Cuts bytes that come in chunks into the texts of features, in one pass, without parsing them. Accepts the items of
 * FeatureCollections, single features one after another, lines (NDJSON), and records that start with 0x1E (RFC 8142).
 * An object with an array `features` is a collection; of its other members only `type` and `crs` matter. A byte order
 * mark is skipped. A line or a record may also hold a collection or a geometry.
 *
 * If the first line is a whole feature, every line is one value. A record is always one value. So a broken line or
 * record leaves the others alone. In a collection, and between values on several lines, a broken bracket breaks the
 * whole.
 */
export class FeatureCutter {
  private mode: 'value' | 'pieces' = 'value';
  /** Ends a piece: the line feed for lines, the next record separator for records. */
  private separator = LINE_FEED;
  private scanner: ItemScanner | undefined;
  /** Whether the last value was a feature without a line feed in it. */
  private isBehindLine = false;
  private piece: FeaturePiece | undefined;
  private pieceOffset = 0;
  /**
   * Whether it was checked that the features of the current value are in degrees, as far as what comes before them
   * tells.
   */
  private isHeadChecked = false;
  /** Offset of the current chunk. */
  private offset = 0;
  /** Offset of the current value. */
  private valueOffset = 0;

  /**
   * @param maxSizeInBytes Longer features are cut one byte beyond it.
   * @param crs Whether a collection must be in degrees, or the caller changes its coordinates.
   */
  constructor(
    private readonly maxSizeInBytes: number,
    private readonly crs: 'degrees' | 'any' = 'degrees',
  ) {}

  /** The features that end in this chunk. @throws {BrokenJson} if the ends of features can no longer be found. */
  *feed(chunk: Uint8Array): Generator<FeatureSlice, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      if (this.mode === 'pieces') at = yield* this.cutPiece(chunk, at);
      else if (this.scanner === undefined) at = this.begin(chunk, at);
      else at = yield* this.scanValue(this.scanner, chunk.subarray(at), at);
    }
    this.offset += chunk.length;
  }

  /** The last feature, if it ends with the stream. @throws {BrokenJson} if it is cut short. */
  *end(): Generator<FeatureSlice, void, undefined> {
    if (this.mode === 'pieces') yield* this.takePiece();
    else if (this.scanner !== undefined) yield* this.endValue(this.scanner);
  }

  /** Goes to the start of the next value or record. */
  private begin(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      const place = this.offset + at;
      if (byte === LINE_FEED && this.isBehindLine) return this.startLines(at);
      if (SPACES.has(byte) || (place < 3 && byte === BYTE_ORDER_MARK[place])) continue;
      if (byte === RECORD_SEPARATOR) {
        this.mode = 'pieces';
        this.separator = RECORD_SEPARATOR;
        return at;
      }
      this.scanner = new ItemScanner({
        path: ['features'],
        maxItemLength: this.maxSizeInBytes,
        maxEnvelopeLength: this.maxSizeInBytes,
        behind: 'values',
      });
      this.valueOffset = place;
      this.isHeadChecked = false;
      this.isBehindLine = false;
      return at;
    }
    return chunk.length;
  }

  private *scanValue(
    scanner: ItemScanner,
    part: Uint8Array,
    at: number,
  ): Generator<FeatureSlice, number, undefined> {
    try {
      for (const bytes of scanner.feed(part)) {
        if (!this.isHeadChecked && this.crs === 'degrees') assertHead(scanner.head, scanner.itemOffset);
        this.isHeadChecked = true;
        yield { bytes, offsetInBytes: this.valueOffset + scanner.itemOffset };
      }
    } catch (error) {
      throw this.moved(error);
    }
    if (scanner.rest === undefined) return at + part.length;
    yield* this.endValue(scanner);
    return at + scanner.rest;
  }

  /** Returns the value itself if it is not a collection. */
  private *endValue(scanner: ItemScanner): Generator<FeatureSlice, void, undefined> {
    let bytes: Uint8Array;
    try {
      bytes = scanner.end();
    } catch (error) {
      throw this.moved(error);
    }
    this.scanner = undefined;
    if (scanner.found) {
      // A longer envelope was not held as a whole.
      if (bytes.length <= this.maxSizeInBytes && this.crs === 'degrees')
        assertCollection(bytes, this.valueOffset + scanner.length);
      return;
    }
    yield { bytes, offsetInBytes: this.valueOffset, isWhole: true };
    this.isBehindLine = !bytes.includes(LINE_FEED);
  }

  private startLines(at: number): number {
    this.mode = 'pieces';
    this.pieceOffset = this.offset + at;
    return at;
  }

  private *cutPiece(chunk: Uint8Array, at: number): Generator<FeatureSlice, number, undefined> {
    const end = chunk.indexOf(this.separator, at);
    this.piece ??= new FeaturePiece(this.maxSizeInBytes, this.pieceOffset);
    yield* this.piece.add(chunk.subarray(at, end < 0 ? chunk.length : end));
    if (end < 0) return chunk.length;
    yield* this.takePiece();
    this.pieceOffset = this.offset + end + 1;
    return end + 1;
  }

  private *takePiece(): Generator<FeatureSlice, void, undefined> {
    const { piece } = this;
    this.piece = undefined;
    if (piece !== undefined) yield* piece.end();
  }

  /** The error with its place in the whole stream. */
  private moved(error: unknown): unknown {
    if (!(error instanceof BrokenJson)) return error;
    return new BrokenJson(this.valueOffset + error.offsetInBytes, error.reason);
  }
}
