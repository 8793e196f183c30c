import type { Random } from '@cairn/harness';
import type { FoundSpace, SpaceClient } from './space.js';

const SIZES = [1, 50, 500, 2_000];
/** Lengths of an import, in features. */
const SHORTEST = 1_000;
const LONGEST = 5_000;
const LINES = 'application/x-ndjson';
const IMPORTED = 'c';

/** Features that were sent together. */
export interface Batch {
  readonly name: string;
  readonly size: number;
  /** The name of the batch that must be stored before it, or with it in one version. */
  readonly after?: string;
  /** The number of its features that were acknowledged, from the first on. */
  acknowledged: number;
}

/** Whether it is a part of an import that was acknowledged. */
export const isStoredChunk = ({ name, acknowledged }: Batch): boolean =>
  acknowledged > 0 && name.startsWith(`${IMPORTED}.`);

/** Writes batches of new features, and notes which are acknowledged. Its methods return what was wrong with the answer. */
export class BatchWriter {
  readonly batches: Batch[] = [];
  private sent = 0;

  constructor(
    readonly space: SpaceClient,
    private readonly random: Random,
  ) {}

  /** Writes one batch in one request. Rejects when there is no answer. */
  async write(): Promise<string | undefined> {
    this.sent += 1;
    const size = this.random.pick(SIZES) ?? 1;
    const batch: Batch = { name: `i.${this.sent}`, size, acknowledged: 0 };
    this.batches.push(batch);
    const body = { type: 'FeatureCollection', features: this.featuresOf(batch) };
    const request = { method: 'PUT', body, accept: 'application/x-empty' };
    const response = await this.space.send('/features', request);
    if (response.status !== 204) return `a batch answered ${response.status} ${await response.text()}`;
    batch.acknowledged = size;
    return undefined;
  }

  /**
   * Imports new features. Each is a batch of its own that comes after the one before: an import stores what has arrived
   * when more is slow to come. A line of progress acknowledges as many as it counts. Rejects when the answer breaks off.
   */
  async import(): Promise<string | undefined> {
    this.sent += 1;
    const nameOf = (index: number): string => `${IMPORTED}.${this.sent}.${index}`;
    const batches = Array.from(
      { length: SHORTEST + this.random.below(LONGEST - SHORTEST) },
      (_, index): Batch => ({
        name: nameOf(index),
        size: 1,
        acknowledged: 0,
        ...(index > 0 && { after: nameOf(index - 1) }),
      }),
    );
    this.batches.push(...batches);
    const features = batches.flatMap((batch) => this.featuresOf(batch));
    const body = features.map((feature) => `${JSON.stringify(feature)}\n`).join('');
    const request = { method: 'PUT', body, contentType: LINES, accept: LINES };
    const response = await this.space.send('/features', request);
    if (response.status !== 200) return `an import answered ${response.status} ${await response.text()}`;
    let last: ImportLine | undefined;
    for await (const line of linesIn(response)) {
      last = JSON.parse(line) as ImportLine;
      for (const batch of batches.slice(0, last.read)) batch.acknowledged = 1;
    }
    // With `connection: close`, fetch takes a truncated answer for a complete one.
    if (last?.type !== 'ImportSummary') throw new Error('the answer of an import broke off');
    if (last.end === 'complete' && last.inserted === features.length) return undefined;
    return `an import of ${features.length} features came to ${JSON.stringify(last)}`;
  }

  /** One in ten has no geometry. */
  private featuresOf({ name, size }: Batch): readonly object[] {
    const place = (): readonly number[] => [this.random.below(359) - 179, this.random.below(181) - 90];
    return Array.from({ length: size }, (_, index) => ({
      type: 'Feature',
      id: `${name}-${index}`,
      geometry: index % 10 === 9 ? null : { type: 'Point', coordinates: place() },
      properties: { token: name, [index % 2 === 0 ? 'even' : 'odd']: index },
    }));
  }
}

/** A line of progress, or the summary at the end. */
interface ImportLine {
  readonly type: string;
  readonly end?: string;
  readonly read: number;
  readonly inserted: number;
}

async function* linesIn({ body }: Response): AsyncGenerator<string, void, undefined> {
  let rest = '';
  if (body === null) return;
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Counts the batches that survived without an acknowledgement, and finds torn batches, losses and gaps between versions. */
export function checkBatches(
  batches: readonly Batch[],
  { features, version }: FoundSpace,
): { readonly survived: number; readonly faults: readonly string[] } {
  const versions = new Map<string, number[]>();
  for (const [id, feature] of features) {
    const name = id.slice(0, id.lastIndexOf('-'));
    versions.set(name, [...(versions.get(name) ?? []), feature.version]);
  }
  const faults = batches.flatMap(({ name, size, acknowledged, after }) => {
    const found = versions.get(name) ?? [];
    if (found.length < acknowledged)
      return [`lost: ${acknowledged - found.length} features of ${name}, which was acknowledged`];
    if (found.length !== 0 && found.length !== size)
      return [`torn: ${found.length} of ${size} features of ${name}`];
    if (found.length > 0 && after !== undefined && !versions.has(after))
      return [`torn: ${name} is stored without ${after}`];
    return new Set(found).size > 1 ? [`torn: ${name} has several versions`] : [];
  });
  const chained = new Map(batches.map(({ name, after }) => [name, after]));
  const taken = [...versions]
    .filter(([name, [first]]) => versions.get(chained.get(name) ?? '')?.[0] !== first)
    .map(([, [first = 0]]) => first)
    .sort((one, other) => one - other);
  const isGapless = taken.every((one, index) => one === index + 1) && version === taken.length;
  return {
    survived: batches.filter(({ name, acknowledged }) => acknowledged === 0 && versions.has(name)).length,
    faults: isGapless ? faults : [...faults, `versions ${taken.join(', ')} of ${version} have gaps`],
  };
}
