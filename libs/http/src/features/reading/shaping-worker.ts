import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { HeapTrimmer } from '@cairn/kernel';
import { shaped, type ShapingWork } from './shaping-work.js';

const heap = HeapTrimmer.ofThread(getHeapSpaceStatistics, setTimeout, globalThis.gc);

parentPort?.on('message', (work: ShapingWork) => {
  parentPort?.postMessage(shaped(work));
  heap.worked();
});
