import { bundleServer, bundleTestHosts } from '../server-bundle.mjs';
import { bundleWorkers } from '../workers.mjs';
import { bundleSpecs } from './spec-bundles.mjs';

/** Threads and servers under test load built programs, and every suite a bundle, once they are up to date. */
export default async function bundle() {
  await Promise.all([bundleWorkers(), bundleServer(), bundleTestHosts(), bundleSpecs()]);
}
