import { bundleWorkers } from '../workers.mjs';

/** Threads load compiled programs, even in tests that run from the sources. */
export default bundleWorkers;
