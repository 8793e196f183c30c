import { parentPort } from 'node:worker_threads';
import { buildPack } from '../pack/build-pack.js';
import type { BuildAnswer, BuildRequest } from './build-messages.js';
import { mergedChunks } from './merged-chunks.js';

// Set in worker threads only.
if (parentPort === null) throw new Error('This file is run by a worker thread.');
const port = parentPort;

const answer = (message: BuildAnswer): void => port.postMessage(message);

/** Whoever asked ends the thread if the pack gets too large. */
const fits = (sizeInBytes: number): boolean => {
  answer({ kind: 'grown', sizeInBytes });
  return true;
};

/** The chunks that arrive, until their end. */
class Arriving {
  private readonly chunks: Uint8Array[] = [];
  private hasEnded = false;
  private arrived: () => void = () => undefined;

  add(bytes: Uint8Array): void {
    this.chunks.push(bytes);
    this.arrived();
  }

  end(): void {
    this.hasEnded = true;
    this.arrived();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<{ readonly text: ''; readonly bytes: Uint8Array }> {
    for (;;) {
      const bytes = this.chunks.shift();
      if (bytes !== undefined) yield { text: '', bytes };
      else if (this.hasEnded) return;
      else await new Promise<void>((resolve) => (this.arrived = resolve));
    }
  }
}

const arriving = new Arriving();

port.on('message', (request: BuildRequest) => {
  switch (request.kind) {
    case 'begin':
      void built(buildPack(arriving, { at: request.at, expected: request.expected, fits }));
      break;
    case 'chunk':
      arriving.add(request.bytes);
      break;
    case 'end':
      arriving.end();
      break;
    case 'merge':
      void built(buildPack(mergedChunks(request), { at: request.at, expected: request.expected, fits }));
  }
});

async function built(building: ReturnType<typeof buildPack>): Promise<void> {
  try {
    answer({ kind: 'built', pack: await building });
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
