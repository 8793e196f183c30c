import type { Random } from '@cairn/harness';
import type { FoundSpace, SpaceClient } from './space.js';

const SIZES = [1, 50, 500, 2_000];
/** Lengths of an import, in features. */
const SHORTEST = 1_000;
const LONGEST = 5_000;
const LINES = 'application/x-ndjson';

/** New features that were sent in one request: `name-0`, `name-1` and so on. */
export interface Batch {
  readonly name: string;
  readonly size: number;
  /** An import may be stored in several steps, from the first feature on. Other batches are stored whole. */
  readonly isImport: boolean;
  /** The number of its features that were acknowledged, from the first on. */
  acknowledged: number;
}

/** Writes batches of new features, and notes which are acknowledged. Its methods return what was wrong with the answer. */
export class BatchWriter {
  readonly batches: Batch[] = [];

  constructor(
    readonly space: SpaceClient,
    private readonly random: Random,
  ) {}

  /** Writes one batch in one request. Rejects when there is no answer. */
  async write(): Promise<string | undefined> {
    const batch = this.add({ size: this.random.pick(SIZES) ?? 1, isImport: false });
    const body = { type: 'FeatureCollection', features: this.featuresOf(batch) };
    const request = { method: 'PUT', body, accept: 'application/x-empty' };
    const response = await this.space.send('/features', request);
    if (response.status !== 204) return `a batch answered ${response.status} ${await response.text()}`;
    batch.acknowledged = batch.size;
    return undefined;
  }

  /** Imports new features. A line of progress acknowledges as many as it counts. Rejects when the answer breaks off. */
  async import(): Promise<string | undefined> {
    const batch = this.add({ size: SHORTEST + this.random.below(LONGEST - SHORTEST), isImport: true });
    const lines = this.featuresOf(batch).map((feature) => `${JSON.stringify(feature)}\n`);
    const body = lines.join('');
    const request = { method: 'PUT', body, contentType: LINES, accept: LINES };
    const response = await this.space.send('/features', request);
    if (response.status !== 200) return `an import answered ${response.status} ${await response.text()}`;
    let last: ImportLine | undefined;
    for await (const line of linesIn(response)) {
      last = JSON.parse(line) as ImportLine;
      batch.acknowledged = last.read;
    }
    // With `connection: close`, fetch takes a truncated answer for a complete one.
    if (last?.type !== 'ImportSummary') throw new Error('the answer of an import broke off');
    if (last.end === 'complete' && last.inserted === batch.size) return undefined;
    return `an import of ${batch.size} features came to ${JSON.stringify(last)}`;
  }

  private add(kind: Pick<Batch, 'size' | 'isImport'>): Batch {
    const batch = { ...kind, name: `b.${this.batches.length}`, acknowledged: 0 };
    this.batches.push(batch);
    return batch;
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
  const found = batches.map((batch) => {
    const stored = Array.from({ length: batch.size }, (_, index) => features.get(`${batch.name}-${index}`));
    return { ...batch, versions: stored.map((feature) => feature?.version) };
  });
  const faults = found.flatMap(({ name, size, isImport, acknowledged, versions }) => {
    const count = versions.filter((one) => one !== undefined).length;
    if (count < acknowledged)
      return [`lost: ${acknowledged - count} features of ${name}, which was acknowledged`];
    if (count !== 0 && count !== size && !isImport) return [`torn: ${count} of ${size} features of ${name}`];
    const missing = versions.indexOf(undefined);
    if (missing !== -1 && missing < count) return [`torn: ${name} is stored without ${name}-${missing}`];
    return new Set(versions).size > 1 && !isImport ? [`torn: ${name} has several versions`] : [];
  });
  // The features that one step of an import stores share a version.
  const taken = found
    .flatMap(({ versions }) => versions.filter((one, index) => one !== versions[index - 1]))
    .flatMap((one) => one ?? [])
    .sort((one, other) => one - other);
  const isGapless = taken.every((one, index) => one === index + 1) && version === taken.length;
  return {
    survived: found.filter(({ acknowledged, versions }) => acknowledged === 0 && versions[0] !== undefined)
      .length,
    faults: isGapless ? faults : [...faults, `versions ${taken.join(', ')} of ${version} have gaps`],
  };
}
