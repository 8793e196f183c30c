import { InvalidInput } from '@cairn/kernel';
import { MAX_FEATURE_ID_LENGTH } from '../content/feature-limits.js';
import type { StreamedChunk, StreamedFeature } from './feature-reader.js';
import { KnownIds } from './known-ids.js';

/**
 * What to do with a feature that repeats the id of an earlier one: it is written in place of that one (`last`), it gets
 * an id with a number (`number`), or the import ends (`stop`).
 */
export type RepeatedIds = 'last' | 'number' | 'stop';

/** More would take hundreds of megabytes. */
export const MAX_COMPARED_IDS = 10_000_000;

/** A chunk with the parsed result of each feature. */
export interface SettledChunk extends StreamedChunk {
  /** Ids of features that take the place of an earlier one. An id that is repeated twice is listed twice. */
  readonly merged: readonly string[];
  /** Number of features with a new id. */
  readonly numbered: number;
  /** The feature that ends the import. It is not in the chunk. */
  readonly repeated?: { readonly feature: StreamedFeature; readonly id: string } | undefined;
}

/** Looks at the ids of all features of an import. */
export class RepeatedIdRule {
  private readonly known = new KnownIds();
  /** The last number that each repeated id got. */
  private readonly numbers = new Map<string, number>();

  constructor(private readonly rule: RepeatedIds) {}

  /** @throws {InvalidInput} where there are more ids than are compared. */
  settle(chunk: StreamedChunk): SettledChunk {
    const features: StreamedFeature[] = [];
    const merged: string[] = [];
    let numbered = 0;
    for (const feature of chunk.features) {
      const { draft } = feature.parsed;
      if (draft === undefined || this.known.add(draft.id)) features.push(feature);
      else if (this.rule === 'stop') {
        const readBytes = feature.offsetInBytes;
        return { features, readBytes, merged, numbered, repeated: { feature, id: draft.id } };
      } else if (this.rule === 'last') {
        merged.push(draft.id);
        features.push(feature);
      } else {
        numbered += 1;
        features.push(this.withNumber(feature, draft.id));
      }
    }
    if (this.known.size > MAX_COMPARED_IDS)
      throw InvalidInput.of(
        'too-many-features',
        `The ids of no more than ${MAX_COMPARED_IDS} features are compared. Import them in parts, or without \`repeatedIds\`.`,
      );
    return { ...chunk, features, merged, numbered };
  }

  private withNumber(feature: StreamedFeature, id: string): StreamedFeature {
    const { draft } = feature.parsed;
    let number = this.numbers.get(id) ?? 1;
    do number += 1;
    while (!this.known.add(`${id}-${number}`));
    this.numbers.set(id, number);
    const numbered = `${id}-${number}`;
    if (draft !== undefined && numbered.length <= MAX_FEATURE_ID_LENGTH)
      return { ...feature, parsed: { draft: { ...draft, id: numbered } } };
    const detail = `The id is longer than ${MAX_FEATURE_ID_LENGTH} characters with its number.`;
    return { ...feature, parsed: { faults: [{ pointer: '/id', code: 'invalid-id', detail }], id } };
  }
}
