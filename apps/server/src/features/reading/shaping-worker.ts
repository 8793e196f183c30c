import { parentPort } from 'node:worker_threads';
import { shaped, type ShapingWork } from './shaping-work.js';

parentPort?.on('message', (work: ShapingWork) => parentPort?.postMessage(shaped(work)));
