import { assert } from '../assert.js';
import type { Outbox } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  type FeatureChunk,
  type FeatureQuery,
  type WriteResult,
  type WriteRule,
} from '@cairn/spaces';
import {
  type FeaturePorts,
  type SpaceRepository,
  type WriteBatch,
  DEFAULT_FEATURE_LIMITS,
  parseDraft,
  type FeatureModification,
} from '@cairn/spaces/spi';
import { aSpace } from '../builders.js';
import type { Subject } from '../contract.js';

/** A feature store, and what it belongs together with. */
export interface FeatureStorePorts {
  readonly features: FeaturePorts;
  readonly spaces: SpaceRepository;
  readonly outbox: Outbox;
}

/** A time after that of every space of the kit, in epoch milliseconds. */
export const NOW = Date.UTC(2026, 5, 7, 8, 9, 10, 11);

export const PUT: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };
export const PATCH: WriteRule = { ...PUT, onExists: 'patch' };
export const RETAIN: WriteRule = { onExists: 'retain', onNotExists: 'retain', onConflict: 'error' };

export const DELETE: WriteRule = { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' };

/** What JSON can hold, to be written. */
export type Value = unknown;

/** A feature with a point, or with whatever is given instead. */
export function aFeature(
  id: string,
  given: Readonly<Record<string, Value>> = {},
): Readonly<Record<string, Value>> {
  return { type: 'Feature', id, geometry: aPoint(8, 50), properties: {}, ...given };
}

export function aPoint(longitude: number, latitude: number): Value {
  return { type: 'Point', coordinates: [longitude, latitude] };
}

/** Writes a feature, given as a value or as its text. */
export function writing(
  feature: Readonly<Record<string, Value>> | string,
  rule: WriteRule = PUT,
): FeatureModification {
  const text = typeof feature === 'string' ? feature : JSON.stringify(feature);
  const { draft, faults } = parseDraft(text, {
    limits: DEFAULT_FEATURE_LIMITS,
    detectConflicts: true,
    makeId: () => 'made',
  });
  assert.ok(draft, JSON.stringify(faults));
  return { draft, rule };
}

/** A batch of modifications that is all or nothing, unless given otherwise. */
export function aBatch(
  modifications: readonly FeatureModification[],
  given: Partial<WriteBatch> = {},
): WriteBatch {
  const { maxSizeInBytes, maxValues } = DEFAULT_FEATURE_LIMITS;
  return {
    modifications,
    onFailure: 'rollback',
    returning: 'texts',
    now: NOW,
    maxSizeInBytes,
    maxValues,
    ...given,
  };
}

/** Fresh ports with one space, and what writes and reads its features. */
export async function openSpace({ open }: Subject<FeatureStorePorts>): Promise<OpenedSpace> {
  const ports = await open();
  const space = aSpace();
  await ports.spaces.add(space);
  return openedSpace(ports, space.id);
}

export type OpenedSpace = ReturnType<typeof openedSpace>;

export function openedSpace(ports: FeatureStorePorts, id: string) {
  const { features } = ports;
  return {
    ...ports,
    id,
    write: (
      modifications: readonly FeatureModification[],
      given?: Partial<WriteBatch>,
    ): Promise<WriteResult> => features.write(id, aBatch(modifications, given)),
    texts: async (query: FeatureQuery = {}): Promise<readonly string[]> =>
      (await everyChunk(features.query(id, query))).flatMap(({ text }) => text.split(FEATURE_SEPARATOR)),
    ids: async (query: FeatureQuery = {}): Promise<readonly string[]> =>
      (await everyChunk(features.query(id, query))).flatMap(({ text }) => idsOf(text)),
    events: async () =>
      (await ports.outbox.list(0, 1_000))
        .map(({ event }) => event)
        .filter(({ type, aggregateId }) => type === 'features-changed' && aggregateId === id),
  };
}

/** Every chunk, each checked for what it says of itself. */
export async function everyChunk(chunks: AsyncIterable<FeatureChunk>): Promise<readonly FeatureChunk[]> {
  const all: FeatureChunk[] = [];
  for await (const chunk of chunks) {
    const ids = idsOf(chunk.text);
    assert.deepEqual([chunk.count, chunk.last], [ids.length, ids.at(-1)]);
    assert.equal(all.at(-1)?.isLast ?? false, false, 'a chunk follows the last one');
    if (chunk.bytes !== undefined)
      assert.equal(new TextDecoder().decode(chunk.bytes), chunk.text, 'the bytes are not those of the text');
    all.push(chunk);
  }
  return all;
}

/** The ids of the features of a chunk. */
export function idsOf(text: string): readonly string[] {
  return text.split(FEATURE_SEPARATOR).map((feature) => String(valueOf(feature)['id']));
}

/** A text's value. */
export function valueOf(text: string): Readonly<Record<string, Value>> {
  return JSON.parse(text) as Readonly<Record<string, Value>>;
}
