import { PulledItems, type Timer } from '@cairn/kernel';
import type { StreamedChunk, StreamedFeature } from './feature-reader.js';

const MAX_FEATURES = 1_000;
const MAX_LENGTH = 1_048_576;
/** Writing this many index entries takes as long as writing the feature itself. */
const INDEXES_LIKE_A_FEATURE = 3;

/** Features that were read are written after this time at the latest, however few they are and whatever still comes. */
const MAX_WAIT_MS = 500;

/** Maximum features, and length of texts in UTF-16 code units, of one transaction. */
export interface ChunkLimits {
  readonly maxFeatures: number;
  readonly maxLength: number;
}

/**
 * The limits of a chunk that is this part of the largest one. The more indexes there are to write, the smaller it is.
 */
export function chunkLimits(indexes: number, part = 1): ChunkLimits {
  const share = part / (1 + indexes / INDEXES_LIKE_A_FEATURE);
  return { maxFeatures: Math.ceil(MAX_FEATURES * share), maxLength: MAX_LENGTH * share };
}

/**
 * Groups the features that are read into chunks within the limits. Chunks are smaller while little comes, so that no
 * feature waits long for others. Only the last chunk may be `broken`.
 */
export async function* importChunks(
  chunks: AsyncIterable<StreamedChunk>,
  limits: ChunkLimits,
  timer: Timer,
): AsyncGenerator<StreamedChunk, void, undefined> {
  let [features, length, readBytes]: [StreamedFeature[], number, number] = [[], 0, 0];
  let due: Promise<'due'> | undefined;
  for await (const chunk of orDue(chunks, () => due)) {
    if (chunk === 'due') {
      yield { features, readBytes };
      [features, length, due] = [[], 0, undefined];
      continue;
    }
    readBytes = chunk.readBytes;
    for (const feature of chunk.features) {
      features.push(feature);
      length += lengthOf(feature);
      if (features.length < limits.maxFeatures && length < limits.maxLength) continue;
      yield { features, readBytes };
      [features, length, due] = [[], 0, undefined];
    }
    if (features.length > 0) due ??= timer.wait(MAX_WAIT_MS).then(() => 'due');
    if (chunk.broken !== undefined) {
      yield { features, readBytes, broken: chunk.broken };
      return;
    }
  }
  if (features.length > 0) yield { features, readBytes };
}

/** The items, and `due` whenever that promise resolves while an item is awaited. */
async function* orDue<T>(
  items: AsyncIterable<T>,
  due: () => Promise<'due'> | undefined,
): AsyncGenerator<T | 'due', void, undefined> {
  const pulled = new PulledItems(items);
  let next: Promise<IteratorResult<T>> | undefined;
  try {
    for (;;) {
      next ??= pulled.pull(); // the same promise is awaited again after a `due`
      const come = await Promise.race([next, due() ?? next]);
      if (come === 'due') yield come;
      else if (come.done === true) return;
      else {
        next = undefined;
        yield come.value;
      }
    }
  } finally {
    await pulled.leave();
  }
}

/** Splits the chunk into parts, each within the limits that apply when it is requested. */
export function* partsOf(
  chunk: StreamedChunk,
  limits: () => ChunkLimits,
): Generator<StreamedChunk, void, undefined> {
  let start = 0;
  do {
    const end = endWithin(chunk.features, start, limits());
    const behind = chunk.features[end];
    const features = chunk.features.slice(start, end);
    yield behind === undefined ? { ...chunk, features } : { features, readBytes: behind.offsetInBytes };
    start = end;
  } while (start < chunk.features.length);
}

/** Usage of the limits: about 1 if nothing more may be added. */
export function filledShare(features: readonly StreamedFeature[], limits: ChunkLimits): number {
  const length = features.reduce((sum, feature) => sum + lengthOf(feature), 0);
  return Math.max(features.length / limits.maxFeatures, length / limits.maxLength);
}

function endWithin(
  features: readonly StreamedFeature[],
  start: number,
  { maxFeatures, maxLength }: ChunkLimits,
): number {
  let [end, length] = [start, 0];
  while (end < features.length && end - start < maxFeatures && length < maxLength) {
    length += lengthOf(features[end]);
    end += 1;
  }
  return end;
}

function lengthOf(feature: StreamedFeature | undefined): number {
  const draft = feature?.parsed.draft;
  if (draft === undefined) return 0;
  return (draft.geometry?.length ?? 0) + (draft.properties?.length ?? 0) + draft.foreign.length;
}
