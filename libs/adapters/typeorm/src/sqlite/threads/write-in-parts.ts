import type { WriteResult } from '@cairn/spaces';
import type { FeatureModification, FeaturePut, FeatureStore, WriteBatch } from '@cairn/spaces/spi';
import type { Operation } from './call-thread.js';

/** The limits of one message between threads. A larger one would block the event loop for too long. */
const MAX_ITEMS = 1_000;
const MAX_LENGTH = 1_048_576;

type Lists = Omit<WriteResult, 'version' | 'timing'>;
const LISTS = ['inserted', 'updated', 'deleted', 'unchanged', 'failed', 'features', 'puts'] as const;

type Batch = Omit<WriteBatch, 'modifications'>;

interface PartedBatch {
  readonly spaceId: string;
  readonly batch: Batch;
}

type Part = (start: number) => readonly FeatureModification[] | Promise<readonly FeatureModification[]>;
type Take = (name: keyof Lists, items: readonly unknown[]) => void | Promise<void>;

/** In the calling thread: writes a batch of any length. Both threads send it in parts, one after the other. */
export async function writeInParts(
  call: (operation: Operation) => Promise<unknown>,
  spaceId: string,
  batch: WriteBatch,
): Promise<WriteResult> {
  const { modifications, ...rest } = batch;
  const answer = 'clone';
  if (endOfPart(modifications, 0) === modifications.length)
    return (await call({
      repository: 'features',
      method: 'write',
      args: [spaceId, batch],
      answer,
    })) as WriteResult;
  const lists = Object.fromEntries(LISTS.map((name) => [name, new Array<unknown>()]));
  const part: Part = (start) => modifications.slice(start, endOfPart(modifications, start));
  const take: Take = (name, items) => void lists[name]?.push(...items);
  const args = [{ spaceId, batch: rest }, part, take];
  const result = (await call({ repository: 'parts', method: 'write', args, answer })) as WriteResult;
  return { ...result, ...lists, puts: batch.returnsPuts === true ? lists['puts'] : undefined } as WriteResult;
}

function endOfPart(modifications: readonly FeatureModification[], start: number): number {
  let end = start;
  let length = 0;
  while (end < modifications.length && end - start < MAX_ITEMS && length < MAX_LENGTH) {
    const draft = modifications[end]?.draft;
    length +=
      (draft?.geometry?.length ?? 0) + (draft?.properties?.length ?? 0) + (draft?.foreign.length ?? 0);
    end += 1;
  }
  return end;
}

const nothing: Lists = {
  inserted: [],
  updated: [],
  deleted: [],
  unchanged: [],
  failed: [],
  features: [],
  puts: [],
};

/** The receiving side, in the thread of the database. */
export class PartedWrites {
  constructor(private readonly features: Pick<FeatureStore, 'write'>) {}

  async write({ spaceId, batch }: PartedBatch, part: Part, take: Take): Promise<WriteResult> {
    const modifications: FeatureModification[] = [];
    for (;;) {
      const some = await part(modifications.length);
      if (some.length === 0) break;
      modifications.push(...some);
    }
    const result = await this.features.write(spaceId, { ...batch, modifications });
    for (const name of LISTS) await hand(result[name] ?? [], (items) => take(name, items));
    return { ...result, ...nothing };
  }
}

/** Of a text, or of the feature of a put. */
function lengthOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  return typeof item === 'object' && item !== null && 'feature' in item
    ? (item as FeaturePut).feature.body.length
    : 0;
}

async function hand(
  items: readonly unknown[],
  take: (items: readonly unknown[]) => void | Promise<void>,
): Promise<void> {
  let some: unknown[] = [];
  let length = 0;
  for (const item of items) {
    some.push(item);
    length += lengthOf(item);
    if (some.length < MAX_ITEMS && length < MAX_LENGTH) continue;
    await take(some);
    some = [];
    length = 0;
  }
  if (some.length > 0) await take(some);
}
