import type { Random } from '@cairn/harness';
import { batchFeatures } from './batch-features.js';
import type { Batch } from './check-batches.js';
import type { SpaceClient } from './space-client.js';

/** Features in one batch: an import stores what it has by now where more is slow to come. */
const STEP = 1;
const LONGEST = 5_000;
const LINES = 'application/x-ndjson';

interface ImporterOptions {
  readonly name: string;
  readonly batches: Batch[];
  readonly random: Random;
}

/** A line of progress, or the summary at the end. */
interface Line {
  readonly type: string;
  readonly end?: string;
  readonly read: number;
  readonly inserted: number;
}

/** Imports new features, each a batch of its own behind the one before it. A line of progress acknowledges the batches that it counts. */
export class ChunkImporter {
  private sent = 0;

  constructor(
    private readonly space: SpaceClient,
    private readonly options: ImporterOptions,
  ) {}

  /** Gives what was wrong with the answer. Rejects when it breaks off. */
  async next(): Promise<string | undefined> {
    const { batches, random } = this.options;
    const sent = this.nextBatches();
    batches.push(...sent);
    const features = sent.flatMap((batch) => batchFeatures(batch, random));
    const body = features.map((feature) => `${JSON.stringify(feature)}\n`).join('');
    const request = { method: 'PUT', body, contentType: LINES, accept: LINES };
    const response = await this.space.send('/features', request);
    if (response.status !== 200) return `an import answered ${response.status} ${await response.text()}`;
    let last: Line | undefined;
    for await (const line of linesIn(response)) {
      last = JSON.parse(line) as Line;
      acknowledge(sent, last.read);
    }
    // fetch takes an answer of a connection that is to be closed for whole wherever it ends.
    if (last?.type !== 'ImportSummary') throw new Error('the answer of an import broke off');
    const isWhole = last.end === 'complete' && last.inserted === features.length;
    return isWhole
      ? undefined
      : `an import of ${features.length} features ended with ${JSON.stringify(last)}`;
  }

  private nextBatches(): readonly Batch[] {
    const { name, random } = this.options;
    this.sent += 1;
    const nameOf = (index: number): string => `${name}.${this.sent}.${index}`;
    const length = 1_000 + random.below(LONGEST - 1_000);
    return Array.from({ length: Math.ceil(length / STEP) }, (_, index) => ({
      name: nameOf(index),
      size: Math.min(STEP, length - index * STEP),
      acknowledged: 0,
      ...(index > 0 && { after: nameOf(index - 1) }),
    }));
  }
}

function acknowledge(batches: readonly Batch[], read: number): void {
  let end = 0;
  for (const batch of batches) {
    end += batch.size;
    if (end <= read) batch.acknowledged = batch.size;
  }
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
