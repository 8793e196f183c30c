import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { HeapTrimmer } from '@cairn/kernel';
import {
  copiesOf,
  FeatureStreamParser,
  parseDraft,
  type ParsedDraft,
  type StreamedChunk,
} from '@cairn/spaces/spi';
import { RandomIdGenerator } from '../random-id-generator.js';
import type { ReadingAnswer, ReadingRequest } from './reading-messages.js';

const ID_LENGTH = 16;

// Set in worker threads only.
if (parentPort === null) throw new Error('This file is run by a worker thread.');
const port = parentPort;
const heap = HeapTrimmer.ofThread(getHeapSpaceStatistics, setTimeout, globalThis.gc);
port.on('message', () => heap.worked());
const ids = new RandomIdGenerator();
const makeId = (): string => ids.next(ID_LENGTH);
const parsers = new Map<number, FeatureStreamParser>();

/** The largest country took half a minute. */
const SHAPES_WITHIN_MS = 90_000;

port.on('message', (request: ReadingRequest) => {
  try {
    perform(request);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    port.postMessage({ stream: request.stream, chunk: NOTHING, failure } satisfies ReadingAnswer);
  }
});

function perform(request: ReadingRequest): void {
  const { stream } = request;
  switch (request.kind) {
    case 'open':
      parsers.set(stream, new FeatureStreamParser(request.options, makeId));
      break;
    case 'chunk':
      answer(stream, parsers.get(stream)?.parse(request.bytes));
      break;
    case 'end':
      answer(stream, parsers.get(stream)?.end());
      break;
    case 'parse':
      answer(stream, chunkOf(parseDraft(request.text, { ...request.options, makeId })));
      break;
    case 'copies': {
      const end = performance.now() + SHAPES_WITHIN_MS;
      const copies = copiesOf(request.body, () => performance.now() > end);
      port.postMessage({ stream, chunk: NOTHING, copies } satisfies ReadingAnswer);
      break;
    }
    case 'close':
      parsers.delete(stream);
  }
}

const NOTHING: StreamedChunk = { features: [], readBytes: 0 };

const chunkOf = (parsed: ParsedDraft): StreamedChunk => ({
  features: [{ position: 0, offsetInBytes: 0, parsed }],
  readBytes: 0,
});

function answer(stream: number, chunk: StreamedChunk | undefined): void {
  if (chunk !== undefined) port.postMessage({ stream, chunk } satisfies ReadingAnswer);
}
