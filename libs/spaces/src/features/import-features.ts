import { Clock, type PortsOf, PulledItems, Timer } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { FeatureRules } from './content/feature-limits.js';
import { assertMayWrite } from './feature-access.js';
import { type Cancellation, FeatureStore } from './feature-store.js';
import { FeatureReader, type StreamedChunk } from './importing/feature-reader.js';
import { chunkLimits, filledShare, importChunks, partsOf } from './importing/import-chunks.js';
import type { ImportEnd, ImportFailure, ImportProgress, ImportReport } from './importing/import-report.js';
import type { ImportTrial } from './importing/import-trial.js';
import { ImportTally } from './importing/import-tally.js';
import { RepeatedIdRule, type RepeatedIds, type SettledChunk } from './importing/repeated-ids.js';
import { indexedPaths } from './indexing/indexed-paths.js';
import type { FeatureModification, WriteRule } from './writing/modification.js';
import { normaliseRule } from './importing/read-inputs.js';
import type { WriteResult, WriteTiming } from './writing/write-batch.js';

/** Fractions of the largest chunk. */
const TENTHS = 10;
/** Target duration of a chunk while others write. */
const AIM_BESIDE_OTHERS_MS = 15;
/** Maximum duration of a chunk while nobody waits, which bounds the wait of the next write on a slow disk. */
const AIM_ALONE_MS = 200;
/**
 * A small chunk mostly takes the fixed time of a transaction. With even smaller ones, a slow disk would be slower
 * still.
 */
const LEAST_TENTHS_ALONE = 3;
/** Pause in which others may write. */
const QUIET_MS = 1_000;

/** The size of the chunks of an import, in tenths of the largest. Chunks are small while others wait for them. */
class ChunkPace {
  private tenths = TENTHS;
  private lastWaitedAt = -Infinity;

  /** From 0.1 to 1. */
  get share(): number {
    return this.tenths / TENTHS;
  }

  /**
   * Adjusts the size after a chunk that was this share of the largest. The next chunk is at most twice as large.
   * @param now Epoch milliseconds.
   */
  learn(share: number, timing: WriteTiming, now: number): void {
    if (timing.contended) this.lastWaitedAt = now;
    const isAlone = now - this.lastWaitedAt >= QUIET_MS;
    const [aimMs, least] = isAlone ? [AIM_ALONE_MS, LEAST_TENTHS_ALONE] : [AIM_BESIDE_OTHERS_MS, 1];
    const isPart = share < 0.9 * this.share;
    if (isPart && timing.durationMs <= aimMs) return; // most of the time may be the fixed time of a transaction
    const fitting = Math.floor((TENTHS * share * aimMs) / Math.max(1, timing.durationMs));
    this.tenths = Math.max(least, Math.min(fitting, 2 * this.tenths, TENTHS));
  }
}

const MAX_PIECE_LENGTH = 65_536;

/** Features to import, and how. */
export interface FeatureImport {
  /**
   * UTF-8, not compressed: a FeatureCollection, a feature, lines (NDJSON), or records (RFC 8142). The content decides
   * which of these it is.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly rule: WriteRule;
  /** Put in front of every id. */
  readonly prefixId?: string | undefined;
  /** Whether to accept a feature without a `type`, as in a write; otherwise it is refused. */
  readonly assumesType?: boolean | undefined;
  /** Whether the version in a feature's namespace is the one that its client changed; otherwise it is ignored. */
  readonly detectConflicts?: boolean | undefined;
  /** What to do with a repeated id. If absent, a later feature is written like any other with its id. */
  readonly repeatedIds?: RepeatedIds | undefined;
  /** For a dry run: nothing is stored, and the report is what it would be. */
  readonly trial?: ImportTrial | undefined;
  /** No further chunk is written after this time. */
  readonly cancellation?: Cancellation | undefined;
  /** Called before each chunk is stored. The import ends where it rejects. */
  readonly confirm?: (() => Promise<void>) | undefined;
  /** Called after each stored chunk, with the failures in it; the import waits for it. */
  readonly progress?:
    ((progress: ImportProgress, failures: readonly ImportFailure[]) => void | Promise<void>) | undefined;
}

/**
 * Imports any number of features into a space, in chunks. Each chunk is one transaction and takes one version. Features
 * that are invalid or cannot be written are reported, and the others are written. Memory does not grow with the stream,
 * except for known ids if they are compared: bytes are pulled as chunks are written. Chunks are small while others wait
 * for them.
 */
export class ImportFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    reader: FeatureReader,
    clock: Clock,
    timer: Timer,
    rules: FeatureRules,
  };

  constructor(private readonly ports: PortsOf<typeof ImportFeatures.ports>) {}

  /**
   * Resolves with what is stored, however far the import came. If nothing is stored, as in a dry run, throws the failure.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly}
   */
  async execute(caller: Caller, spaceId: string, wanted: FeatureImport): Promise<ImportReport> {
    const { spaces, features, rules } = this.ports;
    const { maxSizeInBytes, maxValues } = rules.limits;
    const space = await spaces.get(spaceId);
    const refused = assertMayWrite(caller, [wanted.rule], space);
    const maxFeatures = caller.limits?.maxFeaturesPerSpace;
    const bounds = { maxSizeInBytes, maxValues, refused, maxFeatures, quota: rules.quota };
    const { trial } = wanted;
    const write = async (modifications: readonly FeatureModification[]): Promise<WriteResult> => {
      const result = await features.write(spaceId, {
        modifications,
        holder: holderOf(caller),
        onFailure: 'skip',
        returning: 'ids',
        now: this.ports.clock.now(),
        ...bounds,
        inBackground: true,
        trial: trial?.before(modifications),
      });
      trial?.after(result);
      return result;
    };
    const tally = new ImportTally((await features.statistics(spaceId)).version);
    try {
      const indexes = indexedPaths(space.settings).length;
      const holder = holderOf(caller);
      return tally.report(await this.run(wanted, { write, indexes, holder }, tally));
    } catch (error) {
      if (tally.progress.chunks === 0 || trial !== undefined) throw error;
      return tally.report({ kind: 'failed', error });
    }
  }

  private async run(
    wanted: FeatureImport,
    { write, indexes, holder }: { readonly write: Write; readonly indexes: number; readonly holder: string },
    tally: ImportTally,
  ): Promise<ImportEnd> {
    const { reader, rules, clock, timer } = this.ports;
    const { bytes, prefixId, cancellation, confirm, progress, detectConflicts, assumesType, repeatedIds } =
      wanted;
    const rule = normaliseRule(wanted.rule);
    const found = reader.read(inPieces(bytes, MAX_PIECE_LENGTH), {
      limits: rules.limits,
      holder,
      prefixId,
      requiresType: assumesType !== true,
      detectConflicts,
    });
    const ids = repeatedIds && new RepeatedIdRule(repeatedIds);
    const pace = new ChunkPace();
    const largest = chunkLimits(indexes);
    for await (const read of oneAhead(importChunks(found, largest, timer))) {
      for (const part of partsOf(read, () => chunkLimits(indexes, pace.share))) {
        if (cancellation?.aborted === true) return { kind: 'cancelled' };
        if (part.broken?.isOfAnotherCrs === true) return { kind: 'broken', ...part.broken };
        const chunk: SettledChunk = ids?.settle(part) ?? { ...part, merged: [], numbered: 0 };
        if (chunk.features.length > 0) {
          await confirm?.();
          const result = await write(modificationsOf(chunk, rule));
          if (result.timing !== undefined)
            pace.learn(filledShare(chunk.features, largest), result.timing, clock.now());
          tally.add(chunk, result);
          await progress?.(tally.progress, tally.latestFailures);
        }
        if (chunk.repeated !== undefined) {
          const { feature, id } = chunk.repeated;
          return { kind: 'repeated-id', position: feature.position, id };
        }
        if (chunk.broken !== undefined) return { kind: 'broken', ...chunk.broken };
      }
    }
    return { kind: cancellation?.aborted === true ? 'cancelled' : 'complete' };
  }
}

type Write = (modifications: readonly FeatureModification[]) => Promise<WriteResult>;

function modificationsOf({ features }: StreamedChunk, rule: WriteRule): readonly FeatureModification[] {
  return features.flatMap(({ parsed: { draft } }) => (draft === undefined ? [] : [{ draft, rule }]));
}

/** The same bytes in pieces of at most this length, so that none takes long to scan. */
async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  maxLength: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += maxLength) yield chunk.subarray(at, at + maxLength);
}

/** The same items. Each is requested while the one before it is in use. */
async function* oneAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  const pulled = new PulledItems(items);
  let next = pulled.pull();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = pulled.pull();
      yield item.value;
    }
  } finally {
    await pulled.leave();
  }
}
