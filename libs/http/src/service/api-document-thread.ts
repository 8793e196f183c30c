import { parentPort, workerData } from 'node:worker_threads';
import { openApiDocument } from '@cairn/api-document';
import { operationsOf } from '@cairn/api-schema';
import type { DescribedApi } from './api-document.js';

const { addresses, parts } = workerData as DescribedApi; // what `ApiDocument` gives
parentPort?.postMessage(JSON.stringify(openApiDocument(addresses, operationsOf(parts))));
