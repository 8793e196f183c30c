import { bundleServer } from '../server-bundle.mjs';
import { bundleWorkers } from '../workers.mjs';
import { bundleSpecs } from './spec-bundles.mjs';

/** Threads load compiled programs, even in tests that run from the sources; only tests of libraries start no server. */
export default async function bundle(global, { roots, testMatch }) {
  await bundleWorkers();
  if (roots.some((root) => !/[\\/]libs[\\/]/.test(root))) await bundleServer();
  if (testMatch.some((pattern) => pattern.endsWith('.ts'))) for (const root of roots) await bundleSpecs(root);
}
