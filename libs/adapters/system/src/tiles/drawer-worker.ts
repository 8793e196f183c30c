import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { HeapTrimmer } from '@cairn/kernel';
import { TilePainter, type DrawnTile } from '@cairn/spaces/spi';
import type { DrawingAnswer, DrawingRequest } from './drawing-messages.js';

// Set in worker threads only.
if (parentPort === null) throw new Error('This file is run by a worker thread.');
const port = parentPort;
const heap = HeapTrimmer.ofThread(getHeapSpaceStatistics, setTimeout, globalThis.gc);
port.on('message', () => heap.worked());
const painters = new Map<number, TilePainter>();

port.on('message', (request: DrawingRequest) => {
  const { stream } = request;
  switch (request.kind) {
    case 'open':
      painters.set(stream, new TilePainter(request.plan));
      break;
    case 'texts':
      answer(stream, (painter) => void painter.add(decoded(request.texts)));
      break;
    case 'finish':
      answer(stream, (painter) => painter.finish());
      painters.delete(stream);
      break;
    case 'close':
      painters.delete(stream);
  }
});

const decoded = (texts: string | Uint8Array): string =>
  typeof texts === 'string'
    ? texts
    : Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength).toString('utf8');

function answer(stream: number, paint: (painter: TilePainter) => DrawnTile | undefined): void {
  const painter = painters.get(stream);
  if (painter === undefined) return;
  try {
    const tile = paint(painter);
    port.postMessage({ stream, tile } satisfies DrawingAnswer, tile ? [tile.bytes.buffer] : []);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    port.postMessage({ stream, failure } satisfies DrawingAnswer);
  }
}
