import { generatedFeatures, openBareFeatures } from './bare-features.js';
import { timed } from './duration.js';

/** Stores features that are ready in memory, and does nothing else. */
const [, , folder = '.', count = '0'] = process.argv;
const features = generatedFeatures(Number(count));
const table = await openBareFeatures(folder);
await timed(() => table.fill(features));
await table.close();
