import { parentPort } from 'node:worker_threads';
import { shapeFeatures, type FeatureShaping } from '@cairn/spaces';

parentPort?.on(
  'message',
  ({ texts, shaping }: { readonly texts: string; readonly shaping: FeatureShaping }) =>
    parentPort?.postMessage(shapeFeatures(texts, shaping)),
);
