import { parentPort, workerData } from 'node:worker_threads';
import { openApiDocument, type Addresses } from '@cairn/api-document';

parentPort?.postMessage(JSON.stringify(openApiDocument(workerData as Addresses)));
