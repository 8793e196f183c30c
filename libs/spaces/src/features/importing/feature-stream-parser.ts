import { BrokenJson } from '../../json/broken-json.js';
import { HOW_TO_SPLIT } from '../content/feature-limits.js';
import { parseDraft, type ParsedDraft } from '../content/parse-draft.js';
import { FeatureCutter } from './feature-cutter.js';
import type { FeatureSlice } from './feature-piece.js';
import type { BrokenStream, StreamedChunk, StreamedFeature, ReadingOptions } from './feature-reader.js';
import { decodeUtf8 } from './utf8.js';

/** Makes drafts of the features in bytes that come in chunks: a FeatureCollection or any other form that `FeatureCutter` knows. */
export class FeatureStreamParser {
  private readonly cutter: FeatureCutter;
  private position = 0;
  private readBytes = 0;
  private broken: BrokenStream | undefined;

  constructor(
    private readonly options: ReadingOptions,
    /** Makes an id for a feature without one. */
    private readonly makeId: () => string,
  ) {
    this.cutter = new FeatureCutter(options.limits.maxSizeInBytes);
  }

  /** The features that end in this chunk; none after the stream broke. */
  parse(chunk: Uint8Array): StreamedChunk {
    this.readBytes += chunk.length;
    return this.read(() => this.cutter.feed(chunk));
  }

  /** The features that end where the stream does. */
  end(): StreamedChunk {
    return this.read(() => this.cutter.end());
  }

  private read(cut: () => Iterable<FeatureSlice>): StreamedChunk {
    const features: StreamedFeature[] = [];
    if (this.broken === undefined) this.broken = this.gather(cut, features);
    return { features, readBytes: this.readBytes, broken: this.broken };
  }

  private gather(cut: () => Iterable<FeatureSlice>, features: StreamedFeature[]): BrokenStream | undefined {
    try {
      for (const slice of cut()) {
        const { position } = this;
        const { offsetInBytes, bytes } = slice;
        const lengthInBytes = bytes.length > this.options.limits.maxSizeInBytes ? undefined : bytes.length;
        features.push({ position, offsetInBytes, lengthInBytes, parsed: this.draftOf(slice) });
        this.position += 1;
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      const { offsetInBytes, reason, code } = error;
      return {
        offsetInBytes,
        reason,
        ...(code === 'json-of-another-type' && { isOfAnotherType: true }),
        ...(code === 'json-of-another-crs' && { isOfAnotherType: true, isOfAnotherCrs: true }),
      };
    }
  }

  private draftOf({ bytes, offsetInBytes, isWhole, fault }: FeatureSlice): ParsedDraft {
    const { options, makeId } = this;
    const { limits } = options;
    if (fault !== undefined) return refused(fault.code, fault.detail);
    if (bytes.length > limits.maxSizeInBytes)
      return refused(
        'feature-too-large',
        `The feature has more than ${limits.maxSizeInBytes} bytes; ${HOW_TO_SPLIT}.`,
      );
    const decoded = decodeUtf8(bytes);
    if (decoded.text === undefined) {
      const at = offsetInBytes + decoded.invalidAt;
      return refused('invalid-utf8', `The feature has bytes that are not UTF-8, from byte ${at} on.`);
    }
    const { text } = decoded;
    return parseDraft(text, { ...options, makeId, mayBeGeometry: isWhole });
  }
}

function refused(code: string, detail: string): ParsedDraft {
  return { faults: [{ pointer: '', code, detail }], id: undefined };
}
